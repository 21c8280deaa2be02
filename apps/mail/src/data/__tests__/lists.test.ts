import { emptyDatabase, testSession } from "@tapworld/kit/testing";
import { beforeEach, describe, expect, it } from "vitest";

import { NOW, fill } from "../../__tests__/fixture";
import { schema } from "../../schema.generated";
import { changeLabels, createLabel, deleteLabel, labelCoverage, labelNameError } from "../labels";
import { NO_FILTERS, type SearchFilters, asksSomething, rememberSearch, searchQuery } from "../search";
import { snoozeChoices } from "../snooze";
import { type ListOptions, type MailboxCounts, type ThreadItem, countsQuery, listQuery } from "../thread-list";
import { markUnread, moveThreads, restorePlaces, snoozeThreads } from "../threads";

const session = testSession();
let db: ReturnType<typeof emptyDatabase>;
beforeEach(() => {
  db = emptyDatabase(schema, fill);
});

function list(change: Partial<ListOptions> = {}): ThreadItem[] {
  const { sql, params } = listQuery({
    place: { mailbox: "inbox" },
    filter: "all",
    sort: "newest",
    accountId: 0,
    now: NOW,
    ...change,
  });
  return db.all<ThreadItem>(sql, params);
}

const ids = (items: ThreadItem[]) => items.map((item) => item.id);

function search(change: Partial<SearchFilters>): number[] {
  const { sql, params } = searchQuery({ ...NO_FILTERS, ...change }, session);
  return ids(db.all<ThreadItem>(sql, params));
}

describe("mailboxes", () => {
  it("show the newest message of a thread and its senders in order", () => {
    expect(list()[0]).toMatchObject({
      id: 1,
      from_name: "Tom Reyes",
      snippet: "I bring the salad.",
      senders: "Noor Haddad, Tom Reyes",
      messages: 2,
      unread: 1,
      has_attachment: 0,
    });
  });

  it("filter and sort", () => {
    expect(ids(list())).toEqual([1, 2, 3, 4]);
    expect(ids(list({ filter: "unread" }))).toEqual([1, 3]);
    expect(ids(list({ filter: "attachments" }))).toEqual([2]);
    expect(ids(list({ sort: "oldest" }))).toEqual([4, 3, 2, 1]);
    expect(ids(list({ sort: "sender" }))).toEqual([2, 4, 3, 1]);
    expect(ids(list({ sort: "subject" }))).toEqual([2, 4, 1, 3]);
    expect(ids(list({ accountId: 2 }))).toEqual([]);
  });

  it("leave spam and trash out of views and labels", () => {
    expect(ids(list({ place: { mailbox: "all" } }))).toEqual([1, 2, 3, 4, 5]);
    expect(ids(list({ place: { mailbox: "sent" } }))).toEqual([5]);
    expect(ids(list({ place: { labelId: 2 } }))).toEqual([2]);
    moveThreads(db, [2], "trash");
    expect(ids(list({ place: { labelId: 2 } }))).toEqual([]);
  });

  it("hide snoozed threads until their time, and undo brings them back", () => {
    const before = snoozeThreads(db, [1, 5], NOW + 1000);
    expect(ids(list())).toEqual([2, 3, 4]);
    expect(ids(list({ now: NOW + 1000 }))).toEqual([1, 2, 3, 4, 5]);
    expect(ids(list({ place: { mailbox: "snoozed" } }))).toEqual([1, 5]);
    restorePlaces(db, before);
    expect(ids(list())).toEqual([1, 2, 3, 4]);
    expect(ids(list({ place: { mailbox: "archive" } }))).toEqual([5]);
  });

  it("count what is unread, the newest received message after marking", () => {
    const counts = () => {
      const { sql, params } = countsQuery(NOW);
      return db.get<MailboxCounts>(sql, params);
    };
    expect(counts()).toMatchObject({ unread: 2, unreadImportant: 0, spam: 1, trash: 1, drafts: 1 });
    markUnread(db, [2]);
    db.run("UPDATE threads SET is_important = 1 WHERE id = 2");
    expect(counts()).toMatchObject({ unread: 3, unreadImportant: 1 });
  });
});

describe("search", () => {
  it("wants every word somewhere in one message", () => {
    expect(search({ text: "noor lake" })).toEqual([1]);
    expect(search({ text: "lake salad" })).toEqual([]);
    expect(search({ text: "invoice-204" })).toEqual([2]);
  });

  it("takes % and _ as themselves", () => {
    expect(search({ text: "100%" })).toEqual([4]);
    expect(search({ text: "the_date" })).toEqual([4]);
    expect(search({ text: "a_e" })).toEqual([]);
  });

  it("combines its filters", () => {
    expect(search({ from: "noor" })).toEqual([1, 4]);
    expect(search({ labelId: 2, hasAttachment: true })).toEqual([2]);
    expect(search({ unread: true })).toEqual([1, 3]);
    expect(search({ after: NOW, text: "picnic" })).toEqual([1]);
    expect(search({ before: session.addDays(NOW, -10), from: "noor" })).toEqual([4]);
    expect(search({ before: session.addDays(NOW, -1), after: session.addDays(NOW, -1) })).toEqual([2]);
    expect(search({ scope: "spam", text: "click" })).toEqual([6]);
    expect(search({ scope: "sent", text: "later" })).toEqual([5]);
    expect(asksSomething(NO_FILTERS)).toBe(false);
  });

  it("remembers each text once, the latest first", () => {
    rememberSearch(db, session, " lake ");
    rememberSearch(db, session, "salad");
    rememberSearch(db, session, "lake");
    rememberSearch(db, session, " ");
    expect(db.all("SELECT query FROM search_history ORDER BY id")).toEqual([{ query: "lake" }, { query: "salad" }]);
  });
});

describe("labels", () => {
  it("lie on every message of a thread", () => {
    changeLabels(db, [1, 2], { add: [1], remove: [2] });
    expect(db.all("SELECT message_id, label_id FROM message_labels ORDER BY message_id")).toEqual([
      { message_id: 1, label_id: 1 },
      { message_id: 2, label_id: 1 },
      { message_id: 3, label_id: 1 },
    ]);
    expect(labelCoverage(db, [1, 3]).get(1)).toBe("some");
    expect(labelCoverage(db, [1, 2]).get(1)).toBe("all");
  });

  it("need a name of their own", () => {
    expect(labelNameError(db, " home ", null)).toContain("already");
    expect(labelNameError(db, "HOME", 1)).toBeNull();
    expect(labelNameError(db, "  ", null)).toContain("name");
    expect(createLabel(db, " Trips ", "teal")).toBe(3);
    expect(db.get("SELECT * FROM labels WHERE id = 3")).toEqual({ id: 3, name: "Trips", color: "teal", position: 2 });
  });

  it("take their marks with them when deleted", () => {
    deleteLabel(db, 2);
    expect(db.all("SELECT * FROM message_labels")).toEqual([]);
  });
});

describe("snooze", () => {
  const at = (day: number, hour: number) => Date.UTC(2025, 2, day, hour - 1);

  it("offers moments of the local calendar", () => {
    expect(snoozeChoices(session).map((choice) => [choice.id, choice.until])).toEqual([
      ["later", at(3, 18)],
      ["tomorrow", at(4, 8)],
      ["weekend", at(8, 8)],
      ["next-week", at(10, 8)],
    ]);
  });

  it("offers nothing in the past", () => {
    const late = testSession({ clockMs: at(3, 23) });
    expect(snoozeChoices(late).map((choice) => choice.id)).toEqual(["tomorrow", "weekend", "next-week"]);
  });
});
