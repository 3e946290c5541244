import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { PlainLink } from "../../../shared/components/plain-link.tsx";

import { useHref } from "../../../shared/address/use-href.ts";
import { cx } from "../../../shared/ui/cx.ts";
import { kitColumns } from "../../components/kit-columns.ts";
import { isKitType, isMainKit, type KitType } from "../../../shared/domain/kit-types.ts";
import type { League } from "../../../shared/domain/leagues.ts";
import { type CellJersey, KitCell } from "../../components/kit-cell.tsx";
import type { WallCell, WallRow } from "./local-rows.ts";

interface WallProps {
  competition: { id: string; name: string; league: League };
  season: { id: string; code: string; name: string };
  rows: WallRow[];
  /** The columns. */
  kits: readonly KitType[];
  /** True if the season's participants are known. */
  isLineUpKnown: boolean;
}

/**
 * The wall of a season: a row per team, a column per kit type. A table, so that screen readers name
 * team and kit type of each cell. On a phone the team's name is above its shirts, which need the
 * width; the row's header stays in its row.
 */
export function Wall({ competition, season, rows, kits, isLineUpKnown }: WallProps) {
  const { t } = useTranslation("season");
  const { t: common } = useTranslation();
  const { isWide, style, head, frame } = kitColumns(kits.length);
  return (
    <div className={frame}>
      <table
        className={cx(
          "-mx-3 w-[calc(100%+1.125rem)] table-fixed border-separate border-spacing-x-1.5 border-spacing-y-2 md:w-[calc(100%+1.5rem)] md:border-spacing-x-3 md:border-spacing-y-3",
          // A single column stays beside the names.
          kits.length === 1 && "max-w-2xl",
          isWide &&
            "max-md:min-w-[calc(var(--kits)*3.6rem)] md:max-lg:min-w-[calc(14rem+var(--kits)*5rem)]",
        )}
        style={style}
      >
        <caption className="sr-only">
          {t("table", { competition: competition.name, season: season.name })}
        </caption>
        <thead>
          <tr>
            <th scope="col" className="w-0 p-0 text-left md:w-56 lg:w-72">
              <span className="sr-only">{t("team")}</span>
            </th>
            {kits.map((kit) => (
              <th
                key={kit}
                scope="col"
                className={cx(
                  "numeral sticky top-(--header) z-10 bg-paper py-1 align-bottom tracking-normal text-muted uppercase hyphens-auto",
                  head,
                )}
              >
                {common(`kitType.${kit}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.teamId ?? row.name} className="relative">
              <th scope="row" className="p-0 text-left align-middle font-normal">
                <span className="absolute inset-x-1.5 top-0 block h-11 md:static md:h-auto">
                  <TeamName row={row} isOutside={isLineUpKnown && !row.isEntrant} />
                </span>
              </th>
              {kits.map((kit) => (
                <td key={kit} className="p-0 pt-11 align-middle md:pt-0">
                  <Cell {...{ competition, season, row, kit }} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function TeamName({ row: { teamId, name }, isOutside }: { row: WallRow; isOutside: boolean }) {
  const { t } = useTranslation("season");
  const to = useHref();
  const look = "numeral flex h-11 items-center text-xl md:h-auto md:min-h-11 md:text-2xl";
  const text = <span className="truncate md:whitespace-normal">{name}</span>;
  return (
    <>
      {teamId ? (
        <PlainLink
          to={to("team", { teamId })}
          className={cx(
            look,
            "underline decoration-transparent underline-offset-4 transition-colors hover:decoration-current",
          )}
        >
          {text}
        </PlainLink>
      ) : (
        <span className={look}>{text}</span>
      )}
      {isOutside && (
        <span className="sr-only text-xs text-muted md:not-sr-only">{t("outside")}</span>
      )}
    </>
  );
}

function Cell({
  competition,
  season,
  row,
  kit,
}: Pick<WallProps, "competition" | "season"> & { row: WallRow; kit: KitType }) {
  const { t } = useTranslation("season");
  const { t: common } = useTranslation();
  const cell = row.cells[kit];
  const words = { team: row.name, kit: common(`kitType.${kit}`), season: season.name };
  const best = cell && jerseyOf(cell, row, competition.league);
  const count = (cell?.count ?? 0) - 1;
  const add = common("of", {
    label: common("nav.submit"),
    name: `${words.team}, ${words.kit}, ${words.season}`,
  });
  const known = {
    team: row.teamId ?? undefined,
    competition: competition.id,
    season: season.id,
    kit,
    year: season.code.slice(0, 4),
  };
  return (
    <KitCell
      best={best}
      others={
        best && count > 0
          ? { first: best, count, label: t("others", { count, ...words }) }
          : undefined
      }
      gap={!best && isMainKit(kit) ? { known, label: add } : undefined}
      isSlim={Object.keys(row.cells).length === 0}
      sizes="(min-width: 64rem) 11rem, (min-width: 48rem) 9rem, min(11rem, 30vw)"
    />
  );
}

function jerseyOf(cell: WallCell, { colors }: WallRow, league: League): CellJersey {
  const { id, title, slug, kit, year, path } = cell;
  return {
    id,
    title,
    team_slug: slug,
    kit_type: isKitType(kit) ? kit : null,
    kit_type_slug: kit,
    year,
    league,
    images: [{ path }],
    teams: { colors },
  };
}
