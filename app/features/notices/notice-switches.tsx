import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { toast } from "../../components/toast.ts";
import { Checkbox } from "../../components/ui/checkbox.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import {
  noticeSettings,
  type NoticeSettings,
  saveNoticeSetting,
  type Topic,
  TOPICS,
  WAYS,
} from "../../data/notices/notice-settings.ts";
import { queryClient } from "../../data/query-client.ts";

/** Of what the member is told, by which way; each choice is kept at once. */
export function NoticeSwitches({ userId }: { userId: string }) {
  const { t } = useTranslation("notices");
  const options = noticeSettings(userId);
  const { data: settings } = useQuery(options, queryClient);
  const { mutate: save } = useMutation(
    {
      mutationFn: ({ topic, ways }: { topic: Topic; ways: NoticeSettings[Topic] }) =>
        saveNoticeSetting(userId, topic, ways),
      onMutate({ topic, ways }) {
        queryClient.setQueryData(options.queryKey, (held) => held && { ...held, [topic]: ways });
      },
      onError(error) {
        console.warn("choice of notices not saved", error);
        toast.error(t("settings.failed"));
        void queryClient.invalidateQueries({ queryKey: options.queryKey });
      },
      // One after the other: the last choice is the one that stays.
      scope: { id: "notice-switches" },
    },
    queryClient,
  );
  if (!settings) return <Skeleton className="h-36" />;
  return TOPICS.map((topic) => (
    <fieldset key={topic}>
      <legend className="mb-1 text-sm font-semibold">{t(`settings.${topic}`)}</legend>
      <div className="flex flex-wrap gap-x-6">
        {WAYS.map((way) => (
          <Checkbox
            key={way}
            checked={settings[topic][way]}
            onChange={({ target }) =>
              save({ topic, ways: { ...settings[topic], [way]: target.checked } })
            }
          >
            {t(`settings.${way}`)}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  ));
}
