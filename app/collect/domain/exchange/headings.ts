import { JERSEY_HEADINGS } from "../../../shared/domain/import/columns.ts";
import { slug } from "../../../shared/domain/slug.ts";
import type { Column } from "./collection-file.ts";

/** Headings that can mean no number of a line. */
const BACK_NUMBER =
  "printed-number shirt-number back-number squad-number player-number dorsal numero-floque numero-estampado numero-flocage flocage-numero n-floque n-dos no-dos num-dos n-de-dos numero-dos numero-de-dos numero-au-dos n-au-dos numero-maillot n-maillot numero-de-camiseta numero-da-camisa";

/** Headings of spreadsheets in four languages, folded; of two headings the first one in the list counts. */
export const HEADINGS: Record<Column, string> = {
  ...JERSEY_HEADINGS,
  id: "copy-id instance-id identifiant-de-l-exemplaire id",
  added_at:
    "added added-at added-on date-added date-d-ajout ajoute-le fecha-de-alta adicionado-em adicionada-em timestamp horodateur",
  jersey_id: "jersey-id id-du-maillot",
  title: `${JERSEY_HEADINGS.title} item`,
  size_scale: "size-scale coupe corte fit gender genero genre",
  size: "size taille talla tamanho shirt-size jersey-size taille-du-maillot talla-de-camiseta tamanho-da-camisa",
  version: "version versao edition-type",
  condition:
    "condition etat estado grade etat-du-maillot estado-de-la-camiseta estado-da-camisa shirt-condition state",
  printed_name:
    "printed-name nom-floque name-on-back nameset dorsal-nombre printing nom-imprime nombre-estampado nome-estampado flocage flocage-nom nom-flocage nom-dos nom-au-dos nome-nas-costas player player-name joueur nom-du-joueur jugador nombre-del-jugador jogador nome-do-jogador",
  printed_number: `${BACK_NUMBER} number numero num n no nr`,
  is_signed: "is-signed signed signe dedicace firmada firmado autografada assinada autographed",
  signed_by: "signed-by signe-par dedicace-par firmada-por assinada-por autographe autografo",
  certificate: "certificate certificat certificado coa",
  price:
    "price prix precio preco price-paid paid prix-paye prix-d-achat prix-achat purchase-price precio-de-compra precio-pagado preco-de-compra preco-pago cost cout coste custo valeur value valor",
  currency: "currency devise moneda moeda divisa",
  bought_on:
    "bought-on purchase-date date-purchased date-bought purchased date-d-achat date-achat achete-le fecha-de-compra fecha-compra comprada-el data-da-compra data-de-compra data-compra comprada-em bought date fecha data",
  bought_from:
    "bought-from seller shop store boutique vendeur achete-chez lieu-d-achat magasin tienda vendedor loja comprada-en comprada-na onde-comprou lugar-de-compra local-da-compra where ou donde onde",
  lent_to: "lent-to lent prete-a prestada-a emprestada-a emprestada-para",
  lent_since: "lent-since prete-depuis prestada-desde emprestada-desde",
  storage_place:
    "storage-place storage rangement emplacement ubicacion guardada-em onde-esta onde-esta-guardada donde-se-guarda box boite carton place location lieu lugar local",
  notes:
    "notes note comments comment remarks remarques remarque commentaire commentaires observations notas comentarios comentario observaciones observacoes description descripcion descricao",
};

/** True for a heading that says of itself that it is the number on the back. */
export const isBackNumber = (heading: string) => BACK_NUMBER.split(" ").includes(slug(heading));
