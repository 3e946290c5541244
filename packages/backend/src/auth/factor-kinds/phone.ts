import { validationFailed } from "../errors.ts";
import { countText, requirePhone } from "../phones.ts";
import { digest, newCode, sameText } from "../secrets.ts";
import { notOffered, notProven, type FactorKind } from "./kind.ts";

/** Factors whose code is sent by SMS. */
export const phone: FactorKind = {
  method: "mfa/phone",

  requireOffered({ settings }, action) {
    if (!settings.auth?.phone) throw notOffered("phone", action);
  },

  enrol(_service, _user, wish) {
    if (wish.phone === "") {
      throw validationFailed("Phone number required to enroll Phone factor");
    }
    return { phone: requirePhone(wish.phone), shown: { phone: wish.phone } };
  },

  async open(service, user, factor, origin) {
    const to = factor.phone ?? "";
    await countText(service, to, origin);
    const code = newCode();
    return {
      codeHash: digest(factor.id, code),
      opened: () => service.sms.send({ to, language: user.raw_user_meta_data.lang, code }),
    };
  },

  async prove(_db, _service, { factor, challenge }, { code }) {
    if (code === "") throw validationFailed("Code needs to be non-empty");
    if (!sameText(challenge.otp_code ?? "", digest(factor.id, code))) {
      throw notProven("Invalid MFA Phone code entered");
    }
    return factor;
  },
};
