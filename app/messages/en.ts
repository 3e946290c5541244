import common from "../shared/messages/en/common.json" with { type: "json" };
import account from "../account/messages/en/account.json" with { type: "json" };
import admin from "../moderate/messages/en/admin.json" with { type: "json" };
import adminCatalogue from "../curate/messages/en/adminCatalogue.json" with { type: "json" };
import adminCommunity from "../moderate/messages/en/adminCommunity.json" with { type: "json" };
import adminLineUps from "../curate/messages/en/adminLineUps.json" with { type: "json" };
import auth from "../account/messages/en/auth.json" with { type: "json" };
import catalogue from "../shared/messages/en/catalogue.json" with { type: "json" };
import catalogueImport from "../curate/messages/en/catalogueImport.json" with { type: "json" };
import collection from "../collect/messages/en/collection.json" with { type: "json" };
import collectionNumbers from "../collect/messages/en/collectionNumbers.json" with { type: "json" };
import comments from "../jersey/messages/en/comments.json" with { type: "json" };
import contributions from "../contribute/messages/en/contributions.json" with { type: "json" };
import copies from "../collect/messages/en/copies.json" with { type: "json" };
import competitions from "../browse/messages/en/competitions.json" with { type: "json" };
import daily from "../daily/messages/en/daily.json" with { type: "json" };
import duel from "../daily/messages/en/duel.json" with { type: "json" };
import elsewhere from "../open/messages/en/elsewhere.json" with { type: "json" };
import exchange from "../collect/messages/en/exchange.json" with { type: "json" };
import facts from "../shared/messages/en/facts.json" with { type: "json" };
import filters from "../browse/messages/en/filters.json" with { type: "json" };
import follows from "../collect/messages/en/follows.json" with { type: "json" };
import guess from "../daily/messages/en/guess.json" with { type: "json" };
import identify from "../browse/messages/en/identify.json" with { type: "json" };
import home from "../browse/messages/en/home.json" with { type: "json" };
import jersey from "../jersey/messages/en/jersey.json" with { type: "json" };
import jerseyField from "../jersey/messages/en/jerseyField.json" with { type: "json" };
import myYear from "../show/messages/en/myYear.json" with { type: "json" };
import lists from "../show/messages/en/lists.json" with { type: "json" };
import notices from "../account/messages/en/notices.json" with { type: "json" };
import languageSuggestion from "../site/messages/en/languageSuggestion.json" with { type: "json" };
import openData from "../open/messages/en/openData.json" with { type: "json" };
import report from "../contribute/messages/en/report.json" with { type: "json" };
import share from "../jersey/messages/en/share.json" with { type: "json" };
import review from "../moderate/messages/en/review.json" with { type: "json" };
import search from "../browse/messages/en/search.json" with { type: "json" };
import showcase from "../show/messages/en/showcase.json" with { type: "json" };
import season from "../browse/messages/en/season.json" with { type: "json" };
import security from "../account/messages/en/security.json" with { type: "json" };
import sports from "../browse/messages/en/sports.json" with { type: "json" };
import submit from "../contribute/messages/en/submit.json" with { type: "json" };
import memberFile from "../moderate/messages/en/memberFile.json" with { type: "json" };
import memberHome from "../collect/messages/en/memberHome.json" with { type: "json" };
import merging from "../moderate/messages/en/merging.json" with { type: "json" };
import queueFigures from "../contribute/messages/en/queueFigures.json" with { type: "json" };
import suggestions from "../contribute/messages/en/suggestions.json" with { type: "json" };
import team from "../browse/messages/en/team.json" with { type: "json" };
import undo from "../moderate/messages/en/undo.json" with { type: "json" };
import trends from "../browse/messages/en/trends.json" with { type: "json" };
import visitorReport from "../moderate/messages/en/visitorReport.json" with { type: "json" };
import upcoming from "../daily/messages/en/upcoming.json" with { type: "json" };
import variations from "../browse/messages/en/variations.json" with { type: "json" };
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
