import common from "./common.json" with { type: "json" };
import account from "./account.json" with { type: "json" };
import admin from "./admin.json" with { type: "json" };
import auth from "./auth.json" with { type: "json" };
import home from "./home.json" with { type: "json" };
import jersey from "./jersey.json" with { type: "json" };
import submit from "./submit.json" with { type: "json" };
import type { Messages } from "../../i18n/messages.ts";

export default { common, account, admin, auth, home, jersey, submit } satisfies Messages;
