import common from "./common.json" with { type: "json" };
import account from "./account.json" with { type: "json" };
import admin from "./admin.json" with { type: "json" };
import adminCatalogue from "./adminCatalogue.json" with { type: "json" };
import adminCommunity from "./adminCommunity.json" with { type: "json" };
import adminLineUps from "./adminLineUps.json" with { type: "json" };
import auth from "./auth.json" with { type: "json" };
import catalogue from "./catalogue.json" with { type: "json" };
import catalogueImport from "./catalogueImport.json" with { type: "json" };
import collection from "./collection.json" with { type: "json" };
import collectionNumbers from "./collectionNumbers.json" with { type: "json" };
import comments from "./comments.json" with { type: "json" };
import contributions from "./contributions.json" with { type: "json" };
import copies from "./copies.json" with { type: "json" };
import competitions from "./competitions.json" with { type: "json" };
import exchange from "./exchange.json" with { type: "json" };
import filters from "./filters.json" with { type: "json" };
import home from "./home.json" with { type: "json" };
import jersey from "./jersey.json" with { type: "json" };
import leaderboards from "./leaderboards.json" with { type: "json" };
import notices from "./notices.json" with { type: "json" };
import languageSuggestion from "./languageSuggestion.json" with { type: "json" };
import report from "./report.json" with { type: "json" };
import review from "./review.json" with { type: "json" };
import search from "./search.json" with { type: "json" };
import season from "./season.json" with { type: "json" };
import security from "./security.json" with { type: "json" };
import sports from "./sports.json" with { type: "json" };
import submit from "./submit.json" with { type: "json" };
import merging from "./merging.json" with { type: "json" };
import queueFigures from "./queueFigures.json" with { type: "json" };
import suggestions from "./suggestions.json" with { type: "json" };
import team from "./team.json" with { type: "json" };
import undo from "./undo.json" with { type: "json" };
import trends from "./trends.json" with { type: "json" };
import visitorReport from "./visitorReport.json" with { type: "json" };
import variations from "./variations.json" with { type: "json" };

export default {
  common,
  account,
  admin,
  adminCatalogue,
  adminCommunity,
  adminLineUps,
  auth,
  catalogue,
  catalogueImport,
  collection,
  collectionNumbers,
  comments,
  competitions,
  contributions,
  exchange,
  copies,
  filters,
  home,
  jersey,
  leaderboards,
  notices,
  languageSuggestion,
  report,
  review,
  search,
  season,
  security,
  sports,
  submit,
  merging,
  queueFigures,
  suggestions,
  team,
  undo,
  trends,
  variations,
  visitorReport,
};
