/** A folder of `app/` with everything that people do for one purpose. */
interface Room {
  /** The rooms whose face its parts, data and rules may import. Together they form no circle. */
  uses: readonly string[];
  /**
   * Its public modules, which others import directly: one file that exports them all would put the
   * modules of every user into every user's scripts (docs/decisions/080-rooms.md).
   */
  face: readonly string[];
}

/**
 * The rooms, from bottom to top. `app/shared/` lies below all of them and imports none. What puts
 * rooms together (screens, resources and the files directly in `app/`) may use every face.
 */
export const ROOMS: Record<string, Room> = {
  jersey: {
    uses: [],
    face: [
      "address/embed.ts",
      "address/season-path.ts",
      "address/variation.ts",
      "components/jersey-field.tsx",
      "components/kept-space.tsx",
      "components/linked-text.tsx",
      "components/own-or-missing.tsx",
      "components/step-button.tsx",
      "data/found-jerseys.ts",
      "data/jersey.ts",
      "data/votes/keys.ts",
      "data/votes/shelves-beside.ts",
      "data/votes/use-vote-counts.ts",
      "domain/full-name.ts",
      "head/structured-data.ts",
      "i18n/use-messages.ts",
      "share/share-button.tsx",
      "votes/votable-card.tsx",
    ],
  },
  account: {
    uses: [],
    face: [
      "account-link/account-link.tsx",
      "account-link/collection-link.tsx",
      "account-link/review-link.tsx",
      "data/session/auth.ts",
      "session-end/session-end.tsx",
      "session-guard/require-member.tsx",
      "session-guard/require-reviewer.tsx",
      "session-guard/second-factor.tsx",
      "session-return/session-return.tsx",
    ],
  },
  contribute: {
    uses: [],
    face: [
      "browser/last-licence.ts",
      "components/blob-image.tsx",
      "components/club-choice.tsx",
      "components/correction-fields.tsx",
      "components/image-rights.tsx",
      "components/image-tile.tsx",
      "components/leave-dialog.tsx",
      "components/sending-photo.tsx",
      "data/catalogue/club-search.ts",
      "data/images/send-file.ts",
      "data/images/use-photo-problem.ts",
      "data/photos/photo-list.ts",
      "data/photos/use-form-photos.ts",
      "data/reports/reports.ts",
      "data/reports/requested-report.ts",
      "data/seasons/competition-seasons.ts",
      "data/submissions/edit.ts",
      "data/submissions/keys.ts",
      "domain/default-colors.ts",
      "data/suggestions/figures.ts",
      "data/suggestions/keys.ts",
      "data/suggestions/mine.ts",
      "data/suggestions/suggest.ts",
      "data/suggestions/targets.ts",
      "data/suggestions/undone.ts",
      "data/suggestions/upload-photo.ts",
      "data/suggestions/verdicts.ts",
      "domain/correction-rules.ts",
      "edit-jersey/delete-dialog.tsx",
      "edit-jersey/edit-dialog.tsx",
      "edit-jersey/edit-draft.ts",
      "links/contribute-links.tsx",
      "my-contributions/my-contributions.tsx",
      "my-contributions/my-jerseys.tsx",
      "my-contributions/suggestion-actions.tsx",
      "my-contributions/suggestion-parts.tsx",
      "report/report-button.tsx",
      "report/report-without-account.tsx",
      "submit/own-shirt.ts",
    ],
  },
  collect: {
    uses: ["jersey", "contribute"], // an import votes; a copy's photo can be offered
    face: [
      "collection/collect-button.tsx",
      "collection/collect-own.ts",
      "collection/have-button.tsx",
      "collection/own-copies.tsx",
      "collection/own-found.tsx",
      "collection/shelf-buttons.tsx",
      "collection/toggle-shelf.ts",
      "collection/wish-button.tsx",
      "completeness/completeness.tsx",
      "completeness/copy-as-text.tsx",
      "completeness/my-teams.tsx",
      "completeness/set-progress.tsx",
      "completeness/use-wishes.ts",
      "components/color-shirt.tsx",
      "components/filters/filter-group.tsx",
      "components/filters/filter-navigation.ts",
      "components/filters/filter-sheet.tsx",
      "components/filters/value-link.tsx",
      "copy-editor/copy-editor-host.tsx",
      "copy-photo/own-photo.tsx",
      "data/member-home.ts",
      "data/changes.ts",
      "data/copies/copies.ts",
      "data/copies/former-teams.ts",
      "data/copies/use-all-copies.ts",
      "domain/copies/copy.ts",
      "domain/copies/former-shirt.ts",
      "data/follows/follows.ts",
      "data/shelves/keys.ts",
      "data/shelves/shelf-counts.ts",
      "export/collection-export.tsx",
      "follows/follow-button.tsx",
      "follows/my-follows.tsx",
      "follows/toggle-follow.ts",
      "import/collection-import.tsx",
      "member-home/changes.tsx",
      "member-home/member-home.tsx",
      "my-copies/copies-skeleton.tsx",
      "my-copies/my-copies.tsx",
      "my-shelves/my-shelves.tsx",
      "my-shelves/shelf-view.tsx",
      "numbers/inventory.tsx",
      "numbers/numbers.tsx",
      "offline/read-lists.ts",
      "offline/unsent-prompt.tsx",
    ],
  },
  show: {
    uses: ["collect", "contribute", "jersey"], // what is shown are copies; clubs are chosen as in forms; shared as a jersey
    face: [
      "add-to-list/add-button.tsx",
      "data/lists.ts",
      "data/showcase.ts",
      "data/year.ts",
      "lists/in-lists.tsx",
      "lists/my-lists.tsx",
      "owner/show-state.ts",
    ],
  },
  moderate: {
    uses: ["jersey", "contribute"], // reviewers decide what members suggested
    face: [
      "components/undo-slot.ts",
      "data/audit/last-change.ts",
      "data/review/keys.ts",
      "merging/merging-button.tsx",
      "merging/removed-screen.tsx",
      "merging/removed-answer.ts",
      "merging/removed.ts",
      "review/hide-comment.tsx",
    ],
  },
  browse: {
    uses: ["jersey", "collect", "contribute"], // cards have votes, shelves and a report button
    face: [
      "components/community-card.tsx",
      "components/feed-link.tsx",
      "components/shirt-fan.tsx",
      "data/brands/brand.ts",
      "data/competitions/competitions.ts",
      "data/jerseys/catalogue.ts",
      "data/jerseys/lists.ts",
      "data/jerseys/pages.ts",
      "data/seasons/season-wall.ts",
      "data/teams/teams.ts",
      "domain/catalogue-query.ts",
      "domain/season-wall.ts",
      "search/search-button.tsx",
    ],
  },
  daily: {
    uses: ["browse", "jersey", "contribute"], // cards and the share button; a team is found as in forms
    face: ["data/days.ts", "shown/facts-line.ts", "shown/today-line.tsx", "upcoming/upcoming.tsx"],
  },
  curate: {
    uses: ["moderate"], // what is imported may wait for review
    face: ["catalogue/tabs.tsx", "import/catalogue-import.tsx", "line-ups/line-ups-tab.tsx"],
  },
  open: {
    uses: ["browse", "daily", "jersey", "show"], // what feeds and embeds tell is read as on pages
    face: [],
  },
  site: {
    uses: ["account"], // a member's language
    face: [
      "early-input.ts",
      "kept-focus.ts",
      "language/language-choice.tsx",
      "language/language-links.tsx",
      "language/language-menu.tsx",
      "language/language-suggestion.tsx",
      "layout/footer.tsx",
      "layout/layout.tsx",
      "offline/offline-guard.tsx",
      "old-code.tsx",
      "single-presses.ts",
      "offline/service-worker.ts",
      "theme/first-paint.tsx",
      "theme/theme-choice.tsx",
      "theme/theme-switch.tsx",
    ],
  },
};

/** The folders of `app/shared/`, each with those that it may import. */
const basis = ["domain", "browser", "i18n", "address"];
const shown = [...basis, "head", "ui", "components"];

export const SHARED: Record<string, readonly string[]> = {
  domain: [],
  browser: ["domain"],
  i18n: ["domain", "messages"],
  address: ["domain", "i18n"],
  head: ["domain", "i18n", "address"],
  ui: ["domain", "browser"],
  components: shown,
  data: [...basis, "session"],
  session: [...basis, "data"],
  import: [...shown, "data"],
};

/** The folders that any room may have besides its parts, each with those that it may import. */
export const LAYERS: Record<string, readonly string[]> = {
  domain: [],
  i18n: ["domain", "messages"],
  address: ["domain", "i18n"],
  browser: ["domain"],
  head: ["domain", "i18n", "address"],
  data: ["domain", "i18n", "address", "browser", "session"],
};

/**
 * The folders of `server/`, each with what it may import of the others. `operate` starts everything
 * and `cli` is started by people: nothing imports `cli`, and of `operate` only its tools.
 */
export const SERVER: Record<string, readonly string[]> = {
  catalogue: ["operate/start-error"],
  http: ["operate/logger", "operate/metrics", "pages", "mail/unsubscribe"],
  mail: ["operate/logger", "operate/backend-options", "pages/pages"],
  pages: ["http", "operate/logger", "operate/metrics", "operate/settings", "operate/start-error"],
  open: [],
  operate: ["catalogue", "http", "mail", "open", "pages"],
  cli: ["catalogue", "http", "mail", "open", "operate", "pages"],
};
