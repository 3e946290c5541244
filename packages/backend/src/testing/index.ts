/** The package's second public module, for tests and benchmarks only. */

export { createTestDatabase, type TestDatabase } from "./test-database.ts";
export { startAnother, startTestBackend, type TestBackend } from "./test-backend.ts";
export { type Member, openBackendFixture, type BackendFixture } from "./backend-fixture.ts";
export {
  createMember,
  follow,
  lastMailTo,
  mailsTo,
  newAddress,
  PASSWORD,
  post,
  type ReceivedMail,
} from "./accounts.ts";
export { FakeIdentityProvider } from "./fake-identity-provider.ts";
export { type FakeProvider, startFakeProvider } from "./fake-provider.ts";
export { asFile, picture } from "./images.ts";
export { hasPooler, type Pooler, startPooler } from "./pooler.ts";
export {
  type DebianPostgres,
  debianPostgres,
  type Standby,
  startDebianPostgres,
} from "./debian-postgres.ts";
export { freePort } from "./free-port.ts";
export { createDatabaseProxy, type DatabaseProxy } from "./database-proxy.ts";

export { differentTables, type TableSum, tableSums } from "../backup/table-sums.ts";

// Tokens and keys, to act as any member.
export { loadKeys } from "../tokens/keys.ts";
export { mintApiKeys } from "../tokens/api-keys.ts";
export { signToken } from "../tokens/jwt.ts";

export { concurrentStatements } from "../database/apply-migrations.ts";
export { createPool } from "../database/pool.ts";
export { createRateLimiter, rateKey } from "../database/rate-limiter.ts";
export { makeRoles } from "../database/roles.ts";
export { SERVICE_POLICY } from "../database/service-policies.ts";
export { SYSTEM_SCHEMA } from "../database/migrate.ts";
export { composeMail } from "../mail/compose.ts";

// The SQL behind REST requests.
export { runPipeline, type Statement } from "../database/pipeline.ts";
export type { Caller } from "../rest/caller.ts";
export { introspect } from "../rest/schema/introspection.ts";
export type { Schema } from "../rest/schema/types.ts";
export { answerWithStatements, type Statements, statementsOf } from "./rest-statements.ts";
