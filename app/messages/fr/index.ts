import common from "./common.json" with { type: "json" };
import home from "./home.json" with { type: "json" };
import jersey from "./jersey.json" with { type: "json" };

export default { common, home, jersey };
