import { brands } from "./brands.tsx";
import { CatalogueTab } from "./catalogue-tab.tsx";
import { competitions } from "./competitions.tsx";
import { teams } from "./teams.tsx";

export const TeamsTab = () => <CatalogueTab kind={teams} />;
export const CompetitionsTab = () => <CatalogueTab kind={competitions} />;
export const BrandsTab = () => <CatalogueTab kind={brands} />;
