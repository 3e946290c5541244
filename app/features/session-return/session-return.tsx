import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";

import { toast } from "../../components/toast.ts";
import { fetchTranslator } from "../../i18n/i18n.ts";
import { useHref, useLanguage } from "../../i18n/use-language.ts";
import { returnParams } from "./return-params.ts";

/**
 * Receives who comes back by a link of ours, on whichever page: says what came of it, and cleans
 * the address, whose code must not be bookmarked. Shows nothing itself.
 */
export function SessionReturn() {
  const lang = useLanguage();
  const to = useHref();
  const navigate = useNavigate();
  const handled = useRef(false);

  useEffect(() => {
    const params = handled.current ? undefined : returnParams(location);
    if (!params) return;
    handled.current = true;
    void receive();

    async function receive() {
      // Only now: whoever reads a page doesn't fetch the client library.
      const { receiveVisitor } = await import("./receive-visitor.ts");
      const [result, t] = await Promise.all([
        receiveVisitor(params!),
        fetchTranslator(lang, "auth"),
      ]);
      const forPassword = new URLSearchParams(location.search).get("mode") === "password";
      const auth = to("auth", {});
      switch (result.outcome) {
        case "welcome":
          if (!forPassword) toast.success(t("return.welcome"));
          return navigate(params!.clean, { replace: true });
        case "recovery":
          return navigate(`${auth}?mode=password`, { replace: true });
        case "elsewhere":
          toast.info(t(forPassword ? "errors.other_browser" : "return.confirmed"));
          return navigate(forPassword ? `${auth}?mode=recover` : auth, { replace: true });
        case "failed":
          toast.error(t(`errors.${result.problem}`));
          return navigate(params!.clean, { replace: true });
      }
    }
  }, [lang, to, navigate]);

  return null;
}
