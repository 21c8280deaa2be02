import { emptyDatabase, testSession } from "@tapworld/kit/testing";
import { beforeEach, describe, expect, it } from "vitest";

import { ME, NOW, fill } from "../../__tests__/fixture";
import { schema } from "../../schema.generated";
import { type Mail, differs, openMail, signedBody } from "../compose";
import { saveDraft } from "../drafts";
import { sendErrors, sendMail, undoSend } from "../send";
import { setSetting } from "../settings";

const session = testSession();
let db: ReturnType<typeof emptyDatabase>;
beforeEach(() => {
  db = emptyDatabase(schema, fill);
});

function mail(change: Partial<Mail>): Mail {
  return { ...openMail(db, {}).mail, ...change };
}

const NEW = { mode: "new", draftId: null, messageId: null } as const;

describe("answers", () => {
  it("replies to the sender alone", () => {
    const { mail: reply } = openMail(db, { mode: "reply", messageId: 2 });
    expect(reply).toMatchObject({ to: "tom@mail.example", cc: "", subject: "Re: Picnic on Sunday", body: "" });
  });

  it("replies to all but me, and keeps cc apart", () => {
    const { mail: reply } = openMail(db, { mode: "reply_all", messageId: 2 });
    expect(reply.to).toBe("tom@mail.example, noor@mail.example");
    expect(reply.cc).toBe("lea@northwind.example");
  });

  it("answers an own message to its recipients", () => {
    expect(openMail(db, { mode: "reply", messageId: 6 }).mail.to).toBe("noor@mail.example");
  });

  it("does not repeat the prefix", () => {
    db.run("UPDATE messages SET subject = 'RE: Picnic' WHERE id = 2");
    expect(openMail(db, { mode: "reply", messageId: 2 }).mail.subject).toBe("RE: Picnic");
  });

  it("forwards attachments and the text", () => {
    const opened = openMail(db, { mode: "forward", messageId: 3 });
    expect(opened.mail).toMatchObject({ to: "", subject: "Fwd: Invoice 204" });
    expect(opened.mail.attachments.map((file) => file.name)).toEqual(["invoice-204.pdf"]);
    const sent = sendMail(db, session, { ...opened.mail, to: "tom@mail.example", body: "See below" }, opened.origin);
    const row = db.get<{ quoted: string; forwarded_from: number }>("SELECT * FROM messages WHERE id = ?", [sent.messageId]);
    expect(row?.forwarded_from).toBe(3);
    expect(row?.quoted).toContain("From: Lea Brandt <lea@northwind.example>");
    expect(row?.quoted).toContain("The invoice is attached.");
  });
});

describe("sending", () => {
  it("wants a recipient and real addresses", () => {
    expect(sendErrors(mail({}))).toEqual({ to: "Add at least one recipient." });
    expect(sendErrors(mail({ to: "noor" })).to).toContain("noor");
    expect(sendErrors(mail({ to: "noor@mail.example", bcc: "x@y" })).bcc).toBeDefined();
    expect(sendErrors(mail({ cc: "noor@mail.example" }))).toEqual({});
  });

  it("starts a thread among the sent, signed, with names from the address book", () => {
    const sent = sendMail(
      db,
      session,
      mail({ to: "noor@mail.example, ", cc: "new@mail.example", bcc: "NOOR@mail.example", subject: "Hi ", body: "Hello\n" }),
      NEW,
    );
    expect(db.get("SELECT * FROM threads WHERE id = ?", [sent.threadId])).toMatchObject({ folder: "sent", subject: "Hi", last_at: NOW });
    expect(db.get("SELECT * FROM messages WHERE id = ?", [sent.messageId])).toMatchObject({
      from_email: ME,
      body: "Hello\n\nAda",
      is_outgoing: 1,
      is_read: 1,
    });
    expect(db.all("SELECT kind, name, email FROM recipients WHERE message_id = ? ORDER BY id", [sent.messageId])).toEqual([
      { kind: "to", name: "Noor Haddad", email: "noor@mail.example" },
      { kind: "cc", name: "", email: "new@mail.example" },
    ]);
  });

  it("leaves the signature out when it is off", () => {
    setSetting(db, "signature_enabled", "0");
    const sent = sendMail(db, session, mail({ to: "noor@mail.example", body: "Hello" }), NEW);
    expect(db.get("SELECT body FROM messages WHERE id = ?", [sent.messageId])).toEqual({ body: "Hello" });
    expect(signedBody("", "Ada")).toBe("Ada");
  });

  it("joins the thread of the answered mail and takes on its labels; undo makes a draft of it", () => {
    const { mail: reply, origin } = openMail(db, { mode: "reply", messageId: 3 });
    const before = db.all("SELECT * FROM threads");
    const sent = sendMail(db, session, { ...reply, body: "Thanks" }, origin);
    expect(sent.threadId).toBe(2);
    expect(db.get("SELECT last_at, folder FROM threads WHERE id = 2")).toEqual({ last_at: NOW, folder: "inbox" });
    expect(db.get("SELECT label_id FROM message_labels WHERE message_id = ?", [sent.messageId])).toEqual({ label_id: 2 });
    const draftId = undoSend(db, session, sent);
    expect(db.all("SELECT * FROM threads")).toEqual(before);
    expect(db.get("SELECT * FROM messages WHERE id = ?", [sent.messageId])).toBeUndefined();
    expect(db.get("SELECT mode, thread_id, body, to_text FROM drafts WHERE id = ?", [draftId])).toEqual({
      mode: "reply",
      thread_id: 2,
      body: "Thanks",
      to_text: "lea@northwind.example",
    });
  });

  it("removes the draft it was written in", () => {
    const { mail: draft, origin } = openMail(db, { draftId: 1 });
    sendMail(db, session, draft, origin);
    expect(db.all("SELECT * FROM drafts")).toEqual([]);
  });
});

describe("drafts", () => {
  it("are the same as opened until something of them changes", () => {
    const { mail: draft } = openMail(db, { draftId: 1 });
    expect(differs(draft, { ...draft, to: `${draft.to}, ` })).toBe(false);
    expect(differs(draft, { ...draft, body: "Dear Tom," })).toBe(true);
  });

  it("keep their row and attachments when saved again", () => {
    const { mail: draft, origin } = openMail(db, { draftId: 1 });
    const file = { name: "plan.pdf", mime: "application/pdf", size_bytes: 120000 };
    expect(saveDraft(db, session, { ...draft, subject: "Done", attachments: [file] }, origin)).toBe(1);
    expect(db.get("SELECT subject, updated_at FROM drafts WHERE id = 1")).toEqual({ subject: "Done", updated_at: NOW });
    expect(openMail(db, { draftId: 1 }).mail.attachments).toEqual([file]);
    saveDraft(db, session, draft, origin);
    expect(openMail(db, { draftId: 1 }).mail.attachments).toEqual([]);
  });
});
