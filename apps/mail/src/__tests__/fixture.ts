import type { Database } from "@tapworld/kit";

/** The moment of the kit's test session: Monday, 3 March 2025, 09:30 in Berlin. */
export const NOW = Date.UTC(2025, 2, 3, 8, 30);
const HOUR = 3_600_000;

export const ME = "ada@mail.example";
export const WORK = "ada@northwind.example";

function thread(db: Database, id: number, subject: string, hoursAgo: number, folder = "inbox"): void {
  db.run("INSERT INTO threads (id, account_id, subject, folder, last_at) VALUES (?, 1, ?, ?, ?)", [
    id,
    subject,
    folder,
    NOW - hoursAgo * HOUR,
  ]);
}

interface Mail {
  id: number;
  thread: number;
  from: [string, string];
  body: string;
  hoursAgo: number;
  read?: 0 | 1;
  to?: [string, string][];
  cc?: [string, string][];
  outgoing?: 0 | 1;
}

function message(db: Database, mail: Mail): void {
  db.run(
    `INSERT INTO messages (id, thread_id, from_name, from_email, subject, body, sent_at, is_read, is_outgoing)
     SELECT ?, t.id, ?, ?, t.subject, ?, ?, ?, ? FROM threads t WHERE t.id = ?`,
    [mail.id, ...mail.from, mail.body, NOW - mail.hoursAgo * HOUR, mail.read ?? 1, mail.outgoing ?? 0, mail.thread],
  );
  for (const [kind, people] of [["to", mail.to ?? [["Ada", ME]]], ["cc", mail.cc ?? []]] as const) {
    for (const [name, email] of people) {
      db.run("INSERT INTO recipients (message_id, kind, name, email) VALUES (?, ?, ?, ?)", [mail.id, kind, name, email]);
    }
  }
}

const NOOR: [string, string] = ["Noor Haddad", "noor@mail.example"];
const TOM: [string, string] = ["Tom Reyes", "tom@mail.example"];
const LEA: [string, string] = ["Lea Brandt", "lea@northwind.example"];

/** Four threads in the inbox, one each in archive, spam and trash; two labels, three contacts, one draft. */
export function fill(db: Database): void {
  db.run("INSERT INTO accounts (id, name, email, kind, is_primary, signature) VALUES (1, 'Ada Winter', ?, 'personal', 1, 'Ada')", [ME]);
  db.run("INSERT INTO accounts (id, name, email, kind, signature) VALUES (2, 'Ada Winter', ?, 'work', '')", [WORK]);
  for (const [id, [name, email]] of [NOOR, TOM, LEA].entries()) {
    db.run("INSERT INTO contacts (id, name, email) VALUES (?, ?, ?)", [id + 1, name, email]);
  }
  thread(db, 1, "Picnic on Sunday", 2);
  message(db, { id: 1, thread: 1, from: NOOR, body: "Shall we meet at the lake?", hoursAgo: 5, to: [["Ada", ME], TOM], cc: [LEA] });
  message(db, { id: 2, thread: 1, from: TOM, body: "I bring the salad.", hoursAgo: 2, read: 0, to: [["Ada", ME], NOOR], cc: [LEA] });
  thread(db, 2, "Invoice 204", 30);
  message(db, { id: 3, thread: 2, from: LEA, body: "The invoice is attached.", hoursAgo: 30 });
  db.run("INSERT INTO attachments (id, message_id, name, mime, size_bytes) VALUES (1, 3, 'invoice-204.pdf', 'application/pdf', 84000)");
  thread(db, 3, "Your parcel", 50);
  message(db, { id: 4, thread: 3, from: ["Parcel Point", "info@parcelpoint.example"], body: "It waits at locker 9.", hoursAgo: 50, read: 0 });
  thread(db, 4, "Old plans", 500);
  message(db, { id: 5, thread: 4, from: NOOR, body: "100% sure about the_date?", hoursAgo: 500 });
  thread(db, 5, "Archived note", 600, "archive");
  message(db, { id: 6, thread: 5, from: ["Ada Winter", ME], body: "For later.", hoursAgo: 600, outgoing: 1, to: [NOOR] });
  thread(db, 6, "You won", 20, "spam");
  message(db, { id: 7, thread: 6, from: ["Prize", "win@prize.example"], body: "Click here.", hoursAgo: 20, read: 0 });
  thread(db, 7, "Thrown away", 90, "trash");
  message(db, { id: 8, thread: 7, from: TOM, body: "Never mind.", hoursAgo: 90 });
  db.run("INSERT INTO labels (id, name, color, position) VALUES (1, 'Home', 'green', 0), (2, 'Money', 'red', 1)");
  db.run("INSERT INTO message_labels (message_id, label_id) VALUES (3, 2)");
  db.run(
    "INSERT INTO drafts (id, account_id, to_text, subject, body, updated_at) VALUES (1, 1, 'tom@mail.example', 'Half done', 'Dear Tom', ?)",
    [NOW - HOUR],
  );
  db.run("INSERT INTO files (id, name, mime, size_bytes, modified_at) VALUES (1, 'plan.pdf', 'application/pdf', 120000, ?), (2, 'lake.jpg', 'image/jpeg', 24950000, ?)", [
    NOW - HOUR,
    NOW - 2 * HOUR,
  ]);
}
