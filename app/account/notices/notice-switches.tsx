import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { LoadFailed } from "../../shared/components/load-failed.tsx";
import { toast } from "../../shared/components/toast.ts";
import { Checkbox } from "../../shared/ui/checkbox.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Select } from "../../shared/ui/select.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import {
  noticeSettings,
  type NoticeSettings,
  saveNoticeSetting,
  type Topic,
  TOPICS,
  CHANNELS,
} from "../data/notices/notice-settings.ts";
import { letterWish, saveLetterWish } from "../../shared/data/letters/letter-wish.ts";
import { isReviewer } from "../../shared/data/roles/is-reviewer.ts";
import { reviewMailHour, saveReviewMailHour } from "../data/notices/review-mail-hour.ts";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { queryClient } from "../../shared/data/query-client.ts";

/** Switches for notices, by topic and channel. Each change is saved at once. */
export function NoticeSwitches({ userId }: { userId: string }) {
  const { t } = useTranslation(["notices", "common"]);
  const options = noticeSettings(userId);
  const { data: settings, isError, refetch } = useMemberQuery(options);
  const { mutate: save } = useMemberMutation({
    write: (client, { topic, channels }: { topic: Topic; channels: NoticeSettings[Topic] }) =>
      saveNoticeSetting(client, userId, topic, channels),
    onMutate: ({ topic, channels }) => {
      queryClient.setQueryData(options.queryKey, (held) => held && { ...held, [topic]: channels });
    },
    onError: (error) => {
      console.warn("choice of notices not saved", error);
      toast.error(t("common:errors.failed"));
      void queryClient.invalidateQueries({ queryKey: options.queryKey });
    },
    // Offline, mutations pause and then run one after the other, so the last one wins.
    networkMode: "online",
    scope: { id: "notice-switches" },
  });
  if (!settings) {
    return isError ? <LoadFailed onRetry={refetch} /> : <Skeleton className="h-36" />;
  }
  const topics = TOPICS.map((topic) => (
    <fieldset key={topic}>
      <legend className="mb-1 text-sm font-semibold">{t(`settings.${topic}`)}</legend>
      <div className="flex flex-wrap gap-x-6">
        {CHANNELS.map((channel) => (
          <Checkbox
            key={channel}
            checked={settings[topic][channel]}
            onChange={({ target }) =>
              save({ topic, channels: { ...settings[topic], [channel]: target.checked } })
            }
          >
            {t(`settings.${channel}`)}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  ));
  return (
    <>
      {topics}
      <LetterSwitch userId={userId} />
      <ReviewMailHour userId={userId} />
    </>
  );
}

/** The switch of the weekly letter, which is off at first. */
function LetterSwitch({ userId }: { userId: string }) {
  const { t } = useTranslation(["notices", "common"]);
  const options = letterWish(userId);
  const { data: isWanted, isError, refetch } = useMemberQuery(options);
  const { mutate: save } = useMemberMutation({
    write: (client, wanted: boolean) => saveLetterWish(client, wanted),
    onMutate: (wanted) => {
      queryClient.setQueryData(options.queryKey, wanted);
    },
    onError: (error) => {
      console.warn("weekly letter not saved", error);
      toast.error(t("common:errors.failed"));
      void queryClient.invalidateQueries({ queryKey: options.queryKey });
    },
    networkMode: "online",
    scope: { id: "letter-switch" },
  });
  if (isError && isWanted === undefined) return <LoadFailed onRetry={refetch} />;
  return (
    <fieldset disabled={isWanted === undefined}>
      <legend className="mb-1 text-sm font-semibold">{t("settings.letter")}</legend>
      <p className="max-w-prose text-sm text-muted">{t("settings.letterText")}</p>
      <Checkbox checked={isWanted ?? false} onChange={({ target }) => save(target.checked)}>
        {t("settings.wantLetter")}
      </Checkbox>
    </fieldset>
  );
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** The hour of a reviewer's daily mail about the queue. Others see nothing. */
function ReviewMailHour({ userId }: { userId: string }) {
  const { t } = useTranslation(["notices", "common"]);
  const { data: allowed = false } = useMemberQuery(isReviewer(userId));
  const options = reviewMailHour(userId);
  const { data: hour, isError, refetch } = useMemberQuery({ ...options, enabled: allowed });
  const { mutate: save } = useMemberMutation({
    write: (client, chosen: number | null) => saveReviewMailHour(client, chosen),
    onMutate: (chosen) => {
      queryClient.setQueryData(options.queryKey, chosen);
    },
    onError: (error) => {
      console.warn("hour of the daily mail not saved", error);
      toast.error(t("common:errors.failed"));
      void queryClient.invalidateQueries({ queryKey: options.queryKey });
    },
    networkMode: "online",
    scope: { id: "review-mail-hour" },
  });
  if (!allowed) return null;
  if (isError && hour === undefined) return <LoadFailed onRetry={refetch} />;
  return (
    <Field
      label={t("settings.reviewMail")}
      help={t("settings.reviewMailText")}
      className="max-w-prose"
    >
      <Select
        value={hour ?? ""}
        disabled={hour === undefined}
        onChange={({ target }) => save(target.value === "" ? null : Number(target.value))}
      >
        <option value="">{t("settings.never")}</option>
        {HOURS.map((choice) => (
          <option key={choice} value={choice}>
            {t("settings.atHour", { hour: choice })}
          </option>
        ))}
      </Select>
    </Field>
  );
}
