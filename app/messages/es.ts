import common from "../shared/messages/es/common.json" with { type: "json" };
import account from "../account/messages/es/account.json" with { type: "json" };
import admin from "../moderate/messages/es/admin.json" with { type: "json" };
import adminCatalogue from "../curate/messages/es/adminCatalogue.json" with { type: "json" };
import adminCommunity from "../moderate/messages/es/adminCommunity.json" with { type: "json" };
import adminLineUps from "../curate/messages/es/adminLineUps.json" with { type: "json" };
import auth from "../account/messages/es/auth.json" with { type: "json" };
import catalogue from "../shared/messages/es/catalogue.json" with { type: "json" };
import catalogueImport from "../curate/messages/es/catalogueImport.json" with { type: "json" };
import collection from "../collect/messages/es/collection.json" with { type: "json" };
import collectionNumbers from "../collect/messages/es/collectionNumbers.json" with { type: "json" };
import comments from "../jersey/messages/es/comments.json" with { type: "json" };
import contributions from "../contribute/messages/es/contributions.json" with { type: "json" };
import copies from "../collect/messages/es/copies.json" with { type: "json" };
import competitions from "../browse/messages/es/competitions.json" with { type: "json" };
import daily from "../daily/messages/es/daily.json" with { type: "json" };
import duel from "../daily/messages/es/duel.json" with { type: "json" };
import elsewhere from "../open/messages/es/elsewhere.json" with { type: "json" };
import exchange from "../collect/messages/es/exchange.json" with { type: "json" };
import facts from "../shared/messages/es/facts.json" with { type: "json" };
import filters from "../browse/messages/es/filters.json" with { type: "json" };
import follows from "../collect/messages/es/follows.json" with { type: "json" };
import guess from "../daily/messages/es/guess.json" with { type: "json" };
import identify from "../browse/messages/es/identify.json" with { type: "json" };
import home from "../browse/messages/es/home.json" with { type: "json" };
import jersey from "../jersey/messages/es/jersey.json" with { type: "json" };
import jerseyField from "../jersey/messages/es/jerseyField.json" with { type: "json" };
import myYear from "../show/messages/es/myYear.json" with { type: "json" };
import lists from "../show/messages/es/lists.json" with { type: "json" };
import notices from "../account/messages/es/notices.json" with { type: "json" };
import languageSuggestion from "../site/messages/es/languageSuggestion.json" with { type: "json" };
import openData from "../open/messages/es/openData.json" with { type: "json" };
import report from "../contribute/messages/es/report.json" with { type: "json" };
import share from "../jersey/messages/es/share.json" with { type: "json" };
import review from "../moderate/messages/es/review.json" with { type: "json" };
import search from "../browse/messages/es/search.json" with { type: "json" };
import showcase from "../show/messages/es/showcase.json" with { type: "json" };
import season from "../browse/messages/es/season.json" with { type: "json" };
import security from "../account/messages/es/security.json" with { type: "json" };
import sports from "../browse/messages/es/sports.json" with { type: "json" };
import submit from "../contribute/messages/es/submit.json" with { type: "json" };
import memberFile from "../moderate/messages/es/memberFile.json" with { type: "json" };
import memberHome from "../collect/messages/es/memberHome.json" with { type: "json" };
import merging from "../moderate/messages/es/merging.json" with { type: "json" };
import queueFigures from "../contribute/messages/es/queueFigures.json" with { type: "json" };
import suggestions from "../contribute/messages/es/suggestions.json" with { type: "json" };
import team from "../browse/messages/es/team.json" with { type: "json" };
import undo from "../moderate/messages/es/undo.json" with { type: "json" };
import trends from "../browse/messages/es/trends.json" with { type: "json" };
import visitorReport from "../moderate/messages/es/visitorReport.json" with { type: "json" };
import upcoming from "../daily/messages/es/upcoming.json" with { type: "json" };
import variations from "../browse/messages/es/variations.json" with { type: "json" };
import type { Messages } from "../shared/i18n/messages.ts";

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
  daily,
  duel,
  elsewhere,
  exchange,
  copies,
  facts,
  filters,
  follows,
  guess,
  home,
  identify,
  jersey,
  jerseyField,
  myYear,
  lists,
  notices,
  languageSuggestion,
  openData,
  report,
  share,
  review,
  search,
  season,
  showcase,
  security,
  sports,
  submit,
  memberFile,
  memberHome,
  merging,
  queueFigures,
  suggestions,
  team,
  undo,
  trends,
  upcoming,
  variations,
  visitorReport,
} satisfies Messages;
