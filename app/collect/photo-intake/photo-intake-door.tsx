import { Camera } from "lucide-react";
import { type ComponentType, useEffect, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { toast } from "../../shared/components/toast.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { loadMessages } from "../../shared/i18n/messages.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { Button } from "../../shared/ui/button.tsx";
import { waitingPhotos } from "../data/photos/waiting-photos.ts";
import type { Copy } from "../domain/copies/copy.ts";

interface Props {
  userId: string;
  copies: readonly Copy[];
}

/** Opens the intake of photos, which loads then; it says how many shirts wait there. */
export function PhotoIntakeDoor(props: Props) {
  const { t } = useTranslation(["copies", "common"]);
  const lang = useLanguage();
  const { data: waiting = [] } = useMemberQuery(waitingPhotos(props.userId));
  const [Panel, setPanel] = useState<ComponentType<Props>>();
  const [isOpening, setOpening] = useState(false);
  const shirts = new Set(waiting.map(({ shirt }) => shirt)).size;

  useEffect(() => {
    if (!isOpening) return;
    let isOver = false;
    const load = async () => {
      const [{ PhotoIntake }] = await Promise.all([
        import("./photo-intake.tsx"),
        loadMessages(lang, ["submit", "exchange"]),
      ]);
      if (!isOver) setPanel(() => PhotoIntake);
    };
    load().catch((error: unknown) => {
      console.error("intake not opened", error);
      toast.error(t("common:error.generic"));
      setOpening(false);
    });
    return () => {
      isOver = true;
    };
  }, [isOpening, lang, t]);

  if (Panel) return <Panel {...props} />;
  return (
    <Button
      variant="outline"
      size="sm"
      className="justify-self-start"
      busy={isOpening}
      onClick={() => setOpening(true)}
    >
      <Camera aria-hidden />
      {shirts > 0 ? t("copies:intake.waiting", { count: shirts }) : t("copies:intake.open")}
    </Button>
  );
}
