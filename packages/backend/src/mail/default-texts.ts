import type { MailTexts } from "./texts.ts";

/** Texts of every security mail. */
const SECURITY = {
  action: "See my account",
  afterword:
    "If it was you, there is nothing you need to do. If not, choose a new password right away: someone has access to your account.",
};

/** Returns texts in English that fit any project. */
export function defaultMailTexts(siteName: string): MailTexts {
  return {
    kinds: {
      confirmation: {
        subject: "Confirm your email address",
        body: [`Welcome to ${siteName}.`, "Confirm your address to open your account."],
        action: "Confirm my address",
        afterword:
          "If you didn’t ask for an account, ignore this message: without confirmation, none is opened.",
      },
      invite: {
        subject: "You are invited",
        body: [`You have been invited to ${siteName}.`],
        action: "Accept the invitation",
        afterword:
          "If you don’t want an account, ignore this message: without confirmation, none is opened.",
      },
      "magic-link": {
        subject: "Your sign-in link",
        body: [`Here is the link you asked for to sign in to ${siteName}.`],
        action: "Sign in",
        afterword:
          "If you didn’t ask for it, ignore this message: nobody can sign in without this link or code.",
      },
      recovery: {
        subject: "Choose a new password",
        body: [
          `You asked to replace the password of your ${siteName} account.`,
          "Follow this link to choose a new one.",
        ],
        action: "Choose a password",
        afterword: "If you didn’t ask for this, ignore this message: your password stays the same.",
      },
      "email-change-current": {
        subject: "Confirm your change of address",
        body: [
          `You asked for your ${siteName} account to use the address {newEmail} from now on.`,
          "To keep you safe, the change must be confirmed from the old address and from the new one. This message is the one for the old address.",
        ],
        action: "Confirm the change",
        afterword:
          "If you didn’t ask for this, don’t confirm, and change your password: someone has access to your account.",
      },
      "email-change-new": {
        subject: "Confirm your new address",
        body: [
          `This address was given as the new address of a ${siteName} account.`,
          "To keep you safe, the change must be confirmed from the old address and from the new one. This message is the one for the new address.",
        ],
        action: "Confirm my new address",
        afterword: "If you didn’t ask for this, ignore this message: nothing will change.",
      },
      reauthentication: {
        subject: "Your verification code",
        body: [
          `A sensitive change was requested on your ${siteName} account. Confirm with this code that it comes from you.`,
        ],
        afterword:
          "If you didn’t ask for this, share the code with nobody and change your password.",
      },
      "account-exists": {
        subject: "You already have an account",
        body: [
          `Someone, probably you, tried to use this address for a ${siteName} account. It already has one: nothing was changed.`,
          "Sign in with your password. If you can’t recall it, the sign-in page lets you choose a new one.",
        ],
        action: "Sign in",
        afterword: "If it wasn’t you, there is nothing you need to do.",
      },
      "password-changed": {
        ...SECURITY,
        subject: "Your password was changed",
        body: [
          `The password of your ${siteName} account has just been changed. Your other devices were signed out.`,
        ],
      },
      "email-changed": {
        ...SECURITY,
        subject: "Your address was changed",
        body: [
          `Your ${siteName} account uses the address {newEmail} from now on. This is the last message to the old one.`,
        ],
      },
      "phone-changed": {
        ...SECURITY,
        subject: "Your phone number was changed",
        body: [`The phone number of your ${siteName} account has just been changed.`],
      },
      "factor-added": {
        ...SECURITY,
        subject: "Second factor added",
        body: [
          `A second factor has just been added to your ${siteName} account. You will be asked for it each time you sign in.`,
        ],
      },
      "factor-removed": {
        ...SECURITY,
        subject: "Second factor removed",
        body: [
          `A second factor has just been removed from your ${siteName} account: you will no longer be asked for it when you sign in.`,
        ],
      },
      "passkey-added": {
        ...SECURITY,
        subject: "Passkey added",
        body: [
          `A passkey has just been created: it opens your ${siteName} account in place of the password.`,
        ],
        afterword:
          "If it was you, there is nothing you need to do. If not, remove it from your account and choose a new password right away: someone has access to it.",
      },
      "passkey-removed": {
        ...SECURITY,
        subject: "Passkey removed",
        body: [`A passkey no longer opens your ${siteName} account: it has just been removed.`],
      },
      "identity-linked": {
        ...SECURITY,
        subject: "A new way to sign in",
        body: [`Your ${siteName} account can now be opened with {provider} too.`],
        afterword:
          "If it was you, there is nothing you need to do. If not, unlink it from your account and choose a new password right away: someone has access to it.",
      },
      "sign-in-attempts": {
        ...SECURITY,
        subject: "Somebody tries to sign in to your account",
        body: [
          `Somebody has entered many wrong passwords for your ${siteName} account. None was right, and further attempts are refused for a while.`,
          "On devices that you have used before you can still sign in; elsewhere, ask for a sign-in link by mail.",
        ],
        afterword:
          "If it was you, there is nothing you need to do. If not, make sure that you use this password nowhere else, and add a second factor.",
      },
      "identity-unlinked": {
        ...SECURITY,
        subject: "A way to sign in was removed",
        body: [`Your ${siteName} account can no longer be opened with {provider}.`],
      },
    },
    orCode: "Or enter this code:",
    code: "Your code:",
    orLink: "If the button doesn’t respond, copy this address into your browser:",
    sms: `Your ${siteName} code: {code}. Valid for one hour. Share it with nobody.`,
    validity: "Valid for one hour, for a single use.",
    signature: siteName,
  };
}
