import { type ComponentProps, lazy } from "react";

const load = () =>
  Promise.all([
    import("../../submit/submit.tsx"),
    import("../../../collect/collection/collect-own.ts"),
  ]);

// At once, not when the session is known: this module loads for members only.
void load().catch(() => {}); // rendering it shows the failure

const Form = lazy(async () => {
  const [{ Submit }, { collectOwn }] = await load();
  return {
    default: (props: Omit<ComponentProps<typeof Submit>, "collect">) => (
      <Submit {...props} collect={collectOwn} />
    ),
  };
});

/** Lazy: only the message about a jersey that was sent has it. */
const CollectButton = lazy(() => import("../../../collect/collection/collect-button.tsx"));

/** The form with its libraries, or what is said about the jersey that was just sent. */
export default function MemberForm(props: Omit<ComponentProps<typeof Form>, "collectButton">) {
  return <Form {...props} collectButton={CollectButton} />;
}
