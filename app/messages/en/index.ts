import common from "./common.json" with { type: "json" };
import home from "./home.json" with { type: "json" };
import jersey from "./jersey.json" with { type: "json" };
import type { Messages } from "../../i18n/messages.ts";

export default { common, home, jersey } satisfies Messages;
