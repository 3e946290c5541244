import common from "../shared/messages/fr/common.json" with { type: "json" };
import account from "../account/messages/fr/account.json" with { type: "json" };
import admin from "../moderate/messages/fr/admin.json" with { type: "json" };
import adminCatalogue from "../curate/messages/fr/adminCatalogue.json" with { type: "json" };
import adminCommunity from "../moderate/messages/fr/adminCommunity.json" with { type: "json" };
import adminLineUps from "../curate/messages/fr/adminLineUps.json" with { type: "json" };
import auth from "../account/messages/fr/auth.json" with { type: "json" };
import catalogue from "../shared/messages/fr/catalogue.json" with { type: "json" };
import catalogueImport from "../curate/messages/fr/catalogueImport.json" with { type: "json" };
import collection from "../collect/messages/fr/collection.json" with { type: "json" };
import collectionNumbers from "../collect/messages/fr/collectionNumbers.json" with { type: "json" };
import comments from "../jersey/messages/fr/comments.json" with { type: "json" };
import contributions from "../contribute/messages/fr/contributions.json" with { type: "json" };
import copies from "../collect/messages/fr/copies.json" with { type: "json" };
import competitions from "../browse/messages/fr/competitions.json" with { type: "json" };
import daily from "../daily/messages/fr/daily.json" with { type: "json" };
import duel from "../daily/messages/fr/duel.json" with { type: "json" };
import elsewhere from "../open/messages/fr/elsewhere.json" with { type: "json" };
import exchange from "../collect/messages/fr/exchange.json" with { type: "json" };
import facts from "../shared/messages/fr/facts.json" with { type: "json" };
import filters from "../browse/messages/fr/filters.json" with { type: "json" };
import follows from "../collect/messages/fr/follows.json" with { type: "json" };
import guess from "../daily/messages/fr/guess.json" with { type: "json" };
import identify from "../browse/messages/fr/identify.json" with { type: "json" };
import home from "../browse/messages/fr/home.json" with { type: "json" };
import jersey from "../jersey/messages/fr/jersey.json" with { type: "json" };
import jerseyField from "../jersey/messages/fr/jerseyField.json" with { type: "json" };
import myYear from "../show/messages/fr/myYear.json" with { type: "json" };
import lists from "../show/messages/fr/lists.json" with { type: "json" };
import notices from "../account/messages/fr/notices.json" with { type: "json" };
import languageSuggestion from "../site/messages/fr/languageSuggestion.json" with { type: "json" };
import openData from "../open/messages/fr/openData.json" with { type: "json" };
import report from "../contribute/messages/fr/report.json" with { type: "json" };
import share from "../jersey/messages/fr/share.json" with { type: "json" };
import review from "../moderate/messages/fr/review.json" with { type: "json" };
import search from "../browse/messages/fr/search.json" with { type: "json" };
import showcase from "../show/messages/fr/showcase.json" with { type: "json" };
import season from "../browse/messages/fr/season.json" with { type: "json" };
import security from "../account/messages/fr/security.json" with { type: "json" };
import sports from "../browse/messages/fr/sports.json" with { type: "json" };
import submit from "../contribute/messages/fr/submit.json" with { type: "json" };
import memberFile from "../moderate/messages/fr/memberFile.json" with { type: "json" };
import memberHome from "../collect/messages/fr/memberHome.json" with { type: "json" };
import merging from "../moderate/messages/fr/merging.json" with { type: "json" };
import queueFigures from "../contribute/messages/fr/queueFigures.json" with { type: "json" };
import suggestions from "../contribute/messages/fr/suggestions.json" with { type: "json" };
import team from "../browse/messages/fr/team.json" with { type: "json" };
import undo from "../moderate/messages/fr/undo.json" with { type: "json" };
import trends from "../browse/messages/fr/trends.json" with { type: "json" };
import visitorReport from "../moderate/messages/fr/visitorReport.json" with { type: "json" };
import upcoming from "../daily/messages/fr/upcoming.json" with { type: "json" };
import variations from "../browse/messages/fr/variations.json" with { type: "json" };

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
};
