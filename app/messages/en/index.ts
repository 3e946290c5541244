import common from "./common.json" with { type: "json" };
import type { Messages } from "../../i18n/messages.ts";

export default { common } satisfies Messages;
