// Close to the generated blog of crumb: lists of ten, one page for each tag.
module.exports = (config) => {
  config.addCollection("post", (all) =>
    all.getFilteredByGlob("content/**/*.md").sort((a, b) => a.date - b.date));
  for (const name of ["networking", "baking", "life"])
    config.addCollection("in_" + name, (all) =>
      all.getFilteredByGlob(`content/${name}/*.md`).reverse());
  config.addFilter("day", (date) => date.toISOString().slice(0, 10));
  config.addFilter("first", (list, n) => list.slice(0, n));
  config.addFilter("newest", (list) => list.slice().reverse());
  return { markdownTemplateEngine: false, htmlTemplateEngine: "njk",
    dir: { input: "content", includes: "../_includes", output: "public" } };
};
