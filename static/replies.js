/* SPDX-License-Identifier: MIT */
/* The answers to a post on Mastodon or Bluesky, below it. Nothing is asked of
   their servers before a reader presses the button, and of what they answer
   only the text is shown. */
for (const box of document.querySelectorAll(".replies")) {
    const thread = new URL(box.dataset.thread);
    const button = box.querySelector("button");
    /* Partials that sites have copied may have none. */
    const status = box.querySelector("[role=status]") ??
        box.appendChild(document.createElement("p"));
    status.role = "status";

    /* A Mastodon server sends paragraphs and line breaks as HTML. */
    const plain = (html) => {
        const text = html.replace(/<br\s*\/?>|<\/p>\s*<p>/g, "\n");
        return new DOMParser().parseFromString(text, "text/html").body.textContent;
    };

    const ask = async (address) => {
        const answer = await fetch(address, {credentials: "omit"});
        if (!answer.ok) {
            throw new Error(answer.statusText);
        }
        return answer.json();
    };

    /* https://social.example/@ann/112233 */
    const mastodon = async () => {
        const id = thread.pathname.split("/").pop();
        const {descendants} = await ask(`${thread.origin}/api/v1/statuses/${id}/context`);
        return descendants.map((it) => ({
            name: it.account.display_name || it.account.acct,
            url: it.url,
            date: it.created_at,
            text: plain(it.content),
        }));
    };

    /* https://bsky.app/profile/ann.example/post/3kabc */
    const bluesky = async () => {
        const [, , who, , post] = thread.pathname.split("/");
        const uri = `at://${who}/app.bsky.feed.post/${post}`;
        const asked = new URL("https://public.api.bsky.app/xrpc/app.bsky.feed.getPostThread");
        asked.searchParams.set("uri", uri);
        const all = [];
        const walk = (replies) => {
            for (const {post: it, replies: more} of replies || []) {
                if (it) {
                    const key = it.uri.split("/").pop();
                    all.push({
                        name: it.author.displayName || it.author.handle,
                        url: `https://bsky.app/profile/${it.author.handle}/post/${key}`,
                        date: it.record.createdAt,
                        text: it.record.text,
                    });
                    walk(more);
                }
            }
        };
        walk((await ask(asked)).thread.replies);
        return all;
    };

    const element = (name, text) => {
        const made = document.createElement(name);
        made.textContent = text;
        return made;
    };

    /* As the theme writes dates. */
    const lang = document.documentElement.lang.replace(/^en\b.*/, "en-GB");
    const dates = new Intl.DateTimeFormat(lang,
        {dateStyle: "long", calendar: "gregory", numberingSystem: "latn"});

    const itemOf = (it) => {
        const item = document.createElement("li");
        const head = document.createElement("p");
        const link = element("a", it.name);
        /* An address of another kind would be a script. */
        if (/^https:/.test(it.url)) {
            link.href = it.url;
            link.rel = "nofollow ugc";
        }
        const date = new Date(it.date);
        const time = element("time", dates.format(date));
        time.dateTime = date.toISOString();
        head.className = "post-meta";
        head.append(link, " ", time);
        item.append(head, element("p", it.text));
        return item;
    };

    /* A screen reader hears the list, for it has the focus, or the status. */
    const show = async () => {
        status.textContent = "";
        const replies = await (thread.host === "bsky.app" ? bluesky : mastodon)()
            .then((all) => all.map(itemOf)).catch(() => null);
        if (replies?.length) {
            const list = document.createElement("ol");
            list.append(...replies);
            list.tabIndex = -1;
            button.replaceWith(list);
            list.focus();
        } else {
            status.textContent = replies ? button.dataset.none : button.dataset.failed;
            button.addEventListener("click", show, {once: true});
        }
    };
    button.addEventListener("click", show, {once: true});
    box.hidden = false;
}
