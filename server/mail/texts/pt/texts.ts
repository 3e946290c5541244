import { typesetAll } from "../../../../app/shared/i18n/typeset.ts";
import type { SiteMailTexts } from "../shapes.ts";
import { account } from "./account.ts";
import { letters } from "./letters.ts";
import { notices } from "./notices.ts";
import { reviews } from "./reviews.ts";
import { visitorReports } from "./visitor-reports.ts";

export const pt: SiteMailTexts = typesetAll(
  { account, notices, visitorReports, letters, reviews },
  "pt",
);
