import { Plus } from "lucide-react";

import { toast } from "../../shared/components/toast.ts";
import { choiceKeys } from "../../shared/data/catalogue/keys.ts";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { isAdmin } from "../../shared/data/roles/is-admin.ts";
import { competitionName, teamName } from "../../shared/i18n/catalogue-names.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useSession } from "../../shared/session/use-session.ts";
import { Button } from "../../shared/ui/button.tsx";
import type { SubmissionRow } from "../data/review/queue-rows.ts";
import { reviewKeys } from "../data/review/keys.ts";
import { adoptTeam, teamsLike } from "../data/review/typed-team.ts";
import { Part } from "./parts.tsx";
import { useReviewProblem } from "./use-review-problem.ts";

/**
 * For a submission whose team was typed: teams of the catalogue that it may be, and for administrators
 * a new one.
 */
export function TypedTeam({ jersey }: { jersey: SubmissionRow["detail"]["jersey"] }) {
  const { t } = useTranslation("review");
  const lang = useLanguage();
  const session = useSession();
  const userId = session.status === "member" ? session.user.id : "";
  const { data: isAdministrator = false } = useMemberQuery(isAdmin(userId));
  const { data: teams = [] } = useMemberQuery(teamsLike(jersey.id));
  const problemText = useReviewProblem();
  const { mutate, isPending } = useMemberMutation({
    write: (client, teamId: string | undefined) => adoptTeam(client, jersey.id, teamId),
    invalidates: [reviewKeys.all, choiceKeys.all],
    endsExpiredSession: true,
    onSuccess: () => toast.success(t("typedTeam.done")),
    onError: (error) => toast.error(problemText(error)),
  });
  if (teams.length === 0 && !isAdministrator) return null;
  return (
    <Part title={t("typedTeam.title")}>
      <div className="flex flex-wrap gap-2">
        {teams.map((team) => (
          <Button
            key={team.id}
            size="sm"
            variant="secondary"
            disabled={isPending}
            onClick={() => mutate(team.id)}
          >
            {t("typedTeam.choose", {
              team: teamName(team, team.competition, lang),
              competition: competitionName(team.competition, lang),
            })}
          </Button>
        ))}
        {isAdministrator && (
          <Button
            size="sm"
            variant="outline"
            disabled={isPending}
            onClick={() => mutate(undefined)}
          >
            <Plus aria-hidden />
            {t("typedTeam.add", { team: jersey.team })}
          </Button>
        )}
      </div>
    </Part>
  );
}
