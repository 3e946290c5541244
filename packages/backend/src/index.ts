/** The backend's only public module; other modules of this package are internal. */

export { type Backend, createBackend } from "./create-backend.ts";
export type * from "./options.ts";
export { HEADERS } from "./http/headers.ts";
export { type Logger, silentLogger } from "./logger.ts";

// A database elsewhere.
export { backUpByDump, isDumpBackup, restoreByDump, type Site } from "./backup/dump-backup.ts";

// The embedded PostgreSQL and its data folder.
export { backUp, restore } from "./database/backup.ts";
export { prepareFolder } from "./database/embedded/folder.ts";
export { DatabaseProblem, DirectoryInUse } from "./database/embedded/problem.ts";
export {
  type EmbeddedDatabase,
  startEmbeddedDatabase,
  URL_FILE,
} from "./database/embedded/start.ts";

// Work on the database beside the services.
export { type Listening, listenTo } from "./database/listen.ts";
export { rolesScript } from "./database/roles.ts";
export { MigrationFailed } from "./database/apply-migrations.ts";
export { migrate } from "./database/migrate.ts";
export { migrateProject } from "./database/migrate-project.ts";
export type { Client, Pool } from "./database/pool.ts";
export { asOwner } from "./database/session.ts";
export { type BackendEvent, EVENT_CHANNELS } from "./events.ts";
export { startPeriodicJob } from "./jobs/periodic-job.ts";
export { BACKEND_JOB_SECONDS, type BackendJob } from "./jobs/schedule.ts";
export { similarTexts } from "./rest/plan/nearest-name.ts";

// For a project's own mails: the same layout and transport.
export * as mailLayout from "./mail/layout.ts";
export type { MailKind, MailText, MailTexts } from "./mail/texts.ts";
export {
  createMailTransport,
  isFinal,
  type MailMessage,
  type MailTransport,
  type MailTransportOptions,
} from "./mail/transport.ts";

// For a project's own forms and limits.
export { isCaptchaPassed } from "./auth/captcha.ts";
export { originKey } from "./auth/limits.ts";
export { NoRoom, type PlaceLimits, Places } from "./places.ts";
export { Share } from "./share.ts";

// Operator commands.
export { removeFactors } from "./auth/factors.ts";
export { retireAddressSecrets, rotateAddressSecret } from "./storage/signed-address.ts";
export { retireKeys, rotateKeys } from "./tokens/keys.ts";
