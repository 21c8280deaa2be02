import type { Database, Session } from "@tapworld/kit";

import { type Settings, isOn, setSetting, setSwitch } from "./settings";

export interface Vacation {
  enabled: boolean;
  subject: string;
  message: string;
  from: number | null;
  until: number | null;
  contactsOnly: boolean;
}

export interface VacationErrors {
  message?: string;
  from?: string;
  until?: string;
}

function timeOf(text: string): number | null {
  return text === "" ? null : Number(text);
}

export function vacationOf(settings: Settings): Vacation {
  return {
    enabled: isOn(settings, "vacation_enabled"),
    subject: settings.vacation_subject,
    message: settings.vacation_message,
    from: timeOf(settings.vacation_from),
    until: timeOf(settings.vacation_until),
    contactsOnly: isOn(settings, "vacation_contacts_only"),
  };
}

/** What keeps the form from being saved; a responder that is off may stay incomplete. */
export function vacationErrors(vacation: Vacation, session: Session): VacationErrors {
  const errors: VacationErrors = {};
  if (vacation.from !== null && vacation.until !== null && vacation.until < vacation.from) {
    errors.until = "The last day is before the first day.";
  }
  if (!vacation.enabled) return errors;
  if (vacation.message.trim() === "") errors.message = "Write the message that people will get.";
  if (vacation.from === null) errors.from = "Choose the first day.";
  if (vacation.until !== null && vacation.until < session.startOfDay(session.now())) {
    errors.until ??= "The last day is in the past.";
  }
  return errors;
}

export function saveVacation(db: Database, vacation: Vacation): void {
  db.transaction(() => {
    setSwitch(db, "vacation_enabled", vacation.enabled);
    setSetting(db, "vacation_subject", vacation.subject.trim());
    setSetting(db, "vacation_message", vacation.message.trim());
    setSetting(db, "vacation_from", vacation.from === null ? "" : String(vacation.from));
    setSetting(db, "vacation_until", vacation.until === null ? "" : String(vacation.until));
    setSwitch(db, "vacation_contacts_only", vacation.contactsOnly);
  });
}

/** Whether the responder answers at this moment. */
export function vacationActive(vacation: Vacation, session: Session): boolean {
  if (!vacation.enabled) return false;
  const today = session.startOfDay(session.now());
  return (
    (vacation.from === null || vacation.from <= today) &&
    (vacation.until === null || vacation.until >= today)
  );
}
