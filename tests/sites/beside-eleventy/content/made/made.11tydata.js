module.exports = {key: "UNSAID"};
