import type { VisitorReportTexts } from "../shapes.ts";

export const visitorReports: VisitorReportTexts = {
  kinds: {
    confirm: {
      subject: "Confirme su denuncia",
      body: "Ha denunciado «{title}». Su denuncia contará en cuanto la confirme.",
      comment:
        "Ha denunciado un comentario sobre «{title}». Su denuncia contará en cuanto la confirme.",
      member: "Ha denunciado al miembro «{title}». Su denuncia contará en cuanto la confirme.",
      list: "Ha denunciado la lista «{title}». Su denuncia contará en cuanto la confirme.",
    },
    upheld: {
      subject: "Su denuncia ha sido aceptada",
      body: "La moderación ha examinado su denuncia de «{title}» y le ha dado la razón.",
      comment:
        "La moderación ha examinado su denuncia de un comentario sobre «{title}» y le ha dado la razón.",
      member: "La moderación ha examinado su denuncia del miembro «{title}» y le ha dado la razón.",
      list: "La moderación ha examinado su denuncia de la lista «{title}» y le ha dado la razón.",
    },
    dismissed: {
      subject: "Su denuncia ha sido desestimada",
      body: "La moderación ha examinado su denuncia de «{title}» y la ha desestimado.",
      comment:
        "La moderación ha examinado su denuncia de un comentario sobre «{title}» y la ha desestimado.",
      member: "La moderación ha examinado su denuncia del miembro «{title}» y la ha desestimado.",
      list: "La moderación ha examinado su denuncia de la lista «{title}» y la ha desestimado.",
    },
    removed: {
      subject: "Lo que denunció ya no está",
      body: "«{title}», que usted había denunciado, ha sido eliminada.",
      comment: "El comentario sobre «{title}» que usted había denunciado ha sido eliminado.",
      member: "La cuenta del miembro «{title}», que usted había denunciado, ha sido eliminada.",
      list: "La lista «{title}», que usted había denunciado, ha sido eliminada.",
    },
    author_upheld: {
      subject: "Se ha aceptado una denuncia",
      body: "Alguien ha denunciado «{title}», que usted envió. La moderación ha dado la razón a esa persona.",
      comment:
        "Alguien ha denunciado su comentario sobre «{title}». La moderación ha dado la razón a esa persona.",
      member:
        "Alguien le ha denunciado con el nombre «{title}». La moderación ha dado la razón a esa persona.",
      list: "Alguien ha denunciado su lista «{title}». La moderación ha dado la razón a esa persona.",
    },
    author_dismissed: {
      subject: "Se ha desestimado una denuncia",
      body: "Alguien ha denunciado «{title}», que usted envió. La moderación ha desestimado la denuncia.",
      comment:
        "Alguien ha denunciado su comentario sobre «{title}». La moderación ha desestimado la denuncia.",
      member:
        "Alguien le ha denunciado con el nombre «{title}». La moderación ha desestimado la denuncia.",
      list: "Alguien ha denunciado su lista «{title}». La moderación ha desestimado la denuncia.",
    },
  },
  wrote: "Usted escribió:",
  reason: "Motivo de la decisión:",
  confirmAction: "Confirmar la denuncia",
  confirmAfter:
    "El enlace es válido durante dos días. Si no ha denunciado nada, ignore este mensaje: no pasará nada.",
  contestAction: "Recurrir la decisión",
  contestAfter:
    "Si esta decisión le parece equivocada, puede recurrirla una vez, durante 180 días, con este enlace.",
  seeAction: "Ver la página",
  why: {
    notifier: "Recibe este mensaje porque esta dirección figura en una denuncia.",
    author: "Recibe este mensaje porque una decisión afecta a lo que usted publicó.",
  },
};
