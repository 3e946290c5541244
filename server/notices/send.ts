import { type MailKind, sendDueMails, type Sending } from "../mail-queue/send.ts";
import { composeNoticeMail } from "./notice-mail.ts";
import { type Claim, NOTICE_FUNCTIONS } from "./queue.ts";

/** The mails about decisions that notices tell members of. */
export const NOTICE_MAILS: MailKind<Claim> = {
  functions: NOTICE_FUNCTIONS,
  compose: composeNoticeMail,
  idOf: ({ notice_id }) => notice_id,
  log: {
    mailing: "mailing of notices",
    sweeping: "sweeping of notices",
    failed: "notice could not be mailed",
    id: "notice",
  },
};

/** Sends due notices; returns how many were sent. */
export const sendDueNotices = (sending: Sending<Claim>): Promise<number> =>
  sendDueMails(NOTICE_MAILS, sending);
