import common from "../shared/messages/pt/common.json" with { type: "json" };
import account from "../account/messages/pt/account.json" with { type: "json" };
import admin from "../moderate/messages/pt/admin.json" with { type: "json" };
import adminCatalogue from "../curate/messages/pt/adminCatalogue.json" with { type: "json" };
import adminCommunity from "../moderate/messages/pt/adminCommunity.json" with { type: "json" };
import adminLineUps from "../curate/messages/pt/adminLineUps.json" with { type: "json" };
import auth from "../account/messages/pt/auth.json" with { type: "json" };
import catalogue from "../shared/messages/pt/catalogue.json" with { type: "json" };
import catalogueImport from "../curate/messages/pt/catalogueImport.json" with { type: "json" };
import collection from "../collect/messages/pt/collection.json" with { type: "json" };
import collectionNumbers from "../collect/messages/pt/collectionNumbers.json" with { type: "json" };
import comments from "../jersey/messages/pt/comments.json" with { type: "json" };
import contributions from "../contribute/messages/pt/contributions.json" with { type: "json" };
import copies from "../collect/messages/pt/copies.json" with { type: "json" };
import competitions from "../browse/messages/pt/competitions.json" with { type: "json" };
import daily from "../daily/messages/pt/daily.json" with { type: "json" };
import duel from "../daily/messages/pt/duel.json" with { type: "json" };
import elsewhere from "../open/messages/pt/elsewhere.json" with { type: "json" };
import exchange from "../collect/messages/pt/exchange.json" with { type: "json" };
import facts from "../shared/messages/pt/facts.json" with { type: "json" };
import filters from "../browse/messages/pt/filters.json" with { type: "json" };
import follows from "../collect/messages/pt/follows.json" with { type: "json" };
import guess from "../daily/messages/pt/guess.json" with { type: "json" };
import identify from "../browse/messages/pt/identify.json" with { type: "json" };
import home from "../browse/messages/pt/home.json" with { type: "json" };
import jersey from "../jersey/messages/pt/jersey.json" with { type: "json" };
import jerseyField from "../jersey/messages/pt/jerseyField.json" with { type: "json" };
import myYear from "../show/messages/pt/myYear.json" with { type: "json" };
import lists from "../show/messages/pt/lists.json" with { type: "json" };
import notices from "../account/messages/pt/notices.json" with { type: "json" };
import languageSuggestion from "../site/messages/pt/languageSuggestion.json" with { type: "json" };
import openData from "../open/messages/pt/openData.json" with { type: "json" };
import report from "../contribute/messages/pt/report.json" with { type: "json" };
import share from "../jersey/messages/pt/share.json" with { type: "json" };
import review from "../moderate/messages/pt/review.json" with { type: "json" };
import search from "../browse/messages/pt/search.json" with { type: "json" };
import showcase from "../show/messages/pt/showcase.json" with { type: "json" };
import season from "../browse/messages/pt/season.json" with { type: "json" };
import security from "../account/messages/pt/security.json" with { type: "json" };
import sports from "../browse/messages/pt/sports.json" with { type: "json" };
import submit from "../contribute/messages/pt/submit.json" with { type: "json" };
import memberFile from "../moderate/messages/pt/memberFile.json" with { type: "json" };
import memberHome from "../collect/messages/pt/memberHome.json" with { type: "json" };
import merging from "../moderate/messages/pt/merging.json" with { type: "json" };
import queueFigures from "../contribute/messages/pt/queueFigures.json" with { type: "json" };
import suggestions from "../contribute/messages/pt/suggestions.json" with { type: "json" };
import team from "../browse/messages/pt/team.json" with { type: "json" };
import undo from "../moderate/messages/pt/undo.json" with { type: "json" };
import trends from "../browse/messages/pt/trends.json" with { type: "json" };
import visitorReport from "../moderate/messages/pt/visitorReport.json" with { type: "json" };
import upcoming from "../daily/messages/pt/upcoming.json" with { type: "json" };
import variations from "../browse/messages/pt/variations.json" with { type: "json" };
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
