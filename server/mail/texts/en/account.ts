import type { MailTexts } from "@maillotheque/backend";

/** Part of every security mail. */
const SECURITY = {
  action: "See my account",
  afterword:
    "If it was you, there is nothing you need to do. If not, choose a new password right away: someone has access to your account.",
};

export const account: MailTexts = {
  kinds: {
    confirmation: {
      subject: "Confirm your email address",
      body: [
        "Welcome to Maillothèque, the catalogue of sports jerseys, by the people who love them.",
        "Confirm your address to vote, build your collection and submit jerseys of your own.",
      ],
      action: "Confirm my address",
      afterword:
        "If you didn’t ask for an account, ignore this message: without confirmation, none is created.",
    },
    invite: {
      subject: "You are invited",
      body: [
        "You have been invited to join Maillothèque, the catalogue of sports jerseys, by the people who love them.",
      ],
      action: "Accept the invitation",
      afterword:
        "If you don’t want an account, ignore this message: without confirmation, none is created.",
    },
    "magic-link": {
      subject: "Your sign-in link",
      body: ["Here is the link you asked for to sign in to Maillothèque."],
      action: "Sign in",
      afterword:
        "If you didn’t ask for it, ignore this message: as long as you don’t share the link or the code, nobody can use them.",
    },
    recovery: {
      subject: "Choose a new password",
      body: [
        "You asked to replace the password of your Maillothèque account.",
        "Follow this link to choose a new one.",
      ],
      action: "Choose a password",
      afterword: "If you didn’t ask for this, ignore this message: your password stays the same.",
    },
    "email-change-current": {
      subject: "Confirm your change of email address",
      body: [
        "You asked to change the email address of your Maillothèque account to {newEmail}.",
        "For your security, the change must be confirmed from both the old address and the new one. This message is the one for the old address.",
      ],
      action: "Confirm the change",
      afterword:
        "If you didn’t ask for this, don’t confirm, and change your password: someone has access to your account.",
    },
    "email-change-new": {
      subject: "Confirm your new email address",
      body: [
        "This address was given as the new address of a Maillothèque account.",
        "For your security, the change must be confirmed from this address and, if the account already has one, from the old address too.",
      ],
      action: "Confirm my new address",
      afterword: "If you didn’t ask for this, ignore this message: nothing will change.",
    },
    reauthentication: {
      subject: "Your verification code",
      body: [
        "A sensitive change was requested on your Maillothèque account. Enter this code to confirm that the request comes from you.",
      ],
      afterword:
        "If you didn’t ask for this, don’t share the code with anyone, and change your password.",
    },
    "account-exists": {
      subject: "You already have an account",
      body: [
        "Someone, probably you, tried to use this address for a Maillothèque account. It already has one: nothing was changed.",
        "Sign in as usual. If you have forgotten your password, the sign-in page lets you choose a new one.",
      ],
      action: "Sign in",
      afterword: "If it wasn’t you, there is nothing you need to do.",
    },
    "password-changed": {
      ...SECURITY,
      subject: "Your password was changed",
      body: [
        "The password of your Maillothèque account has just been changed. Your other devices were signed out.",
      ],
    },
    "email-changed": {
      ...SECURITY,
      subject: "Your email address was changed",
      body: [
        "Your Maillothèque account now uses {newEmail}. This is the last message to the old address.",
      ],
    },
    "phone-changed": {
      ...SECURITY,
      subject: "Your phone number was changed",
      body: ["The phone number of your Maillothèque account has just been changed."],
    },
    "factor-added": {
      ...SECURITY,
      subject: "Verification method added",
      body: [
        "A verification method has just been added to your Maillothèque account. You will be asked to use one of your verification methods each time you sign in.",
      ],
    },
    "factor-removed": {
      ...SECURITY,
      subject: "Verification method removed",
      body: [
        "A verification method has just been removed from your Maillothèque account: you will no longer be asked for it when you sign in.",
      ],
    },
    "passkey-added": {
      ...SECURITY,
      subject: "Passkey added",
      body: [
        "A passkey has just been added to your Maillothèque account. You can sign in with it instead of your password.",
      ],
      afterword:
        "If it was you, there is nothing you need to do. If not, remove the passkey and choose a new password right away: someone has access to your account.",
    },
    "passkey-removed": {
      ...SECURITY,
      subject: "Passkey removed",
      body: [
        "A passkey has just been removed from your Maillothèque account. It can no longer be used to sign in.",
      ],
    },
    "identity-linked": {
      ...SECURITY,
      subject: "A new way to sign in",
      body: ["You can now sign in to Maillothèque with {provider} too."],
      afterword:
        "If it was you, there is nothing you need to do. If not, unlink that service and choose a new password right away: someone has access to your account.",
    },
    "sign-in-attempts": {
      ...SECURITY,
      subject: "Somebody is trying to sign in to your account",
      body: [
        "Somebody has tried many passwords for your Maillothèque account. None was right, so further attempts are refused for a while.",
        "If your own password is refused too, ask for a sign-in link by email.",
      ],
      afterword:
        "If it was you, there is nothing you need to do. If not, make sure that you don’t use your Maillothèque password anywhere else, and add a verification method.",
    },
    "identity-unlinked": {
      ...SECURITY,
      subject: "A way to sign in was removed",
      body: ["You can no longer sign in to Maillothèque with {provider}."],
    },
  },
  orCode: "Or enter this code:",
  code: "Your code:",
  orLink: "If the button doesn’t respond, copy this link into your browser:",
  sms: "Your Maillothèque code: {code}. Don’t share it with anyone.",
  validity: "Valid for one hour and for one use only.",
  signature: "Maillothèque, the catalogue of sports jerseys, by the people who love them",
};
