import { features } from '../model/feature.js';
import type { CodeCase } from './code-case.js';
import { SENDER_ROLES } from '../topic/sender-role.js';
import { originOf } from './tree-case.js';

/** Words and pieces of the addresses of links. */
const ADDRESSES = {
  proof: /verif|confirm|activ|auth|otp\b|2fa|mfa|device/,
  entry: /log-?in|sign-?in|\/in\b|account|security|profile/,
  reset: /reset|passw|pwd|recover|forgot/,
  deal: /order|track|invoice|bill|pay|book|reserv|shop|cart|parcel|receipt|ticket|delivery/,
  list: /unsub|optout|opt-out|preferences|newsletter|utm_/,
  token: /[?=/#](?=[a-z_-]{0,19}\d)[a-z0-9_-]{20}/,
} as const;

/** What the addresses of the sender and of links tell: they are spelled alike everywhere. */
export const ofOrigin = [
  // The address of the sender is of this role. `no-reply@a.example`
  ...SENDER_ROLES.flatMap((role) =>
    features<CodeCase>({ [`sender.${role}`]: (one) => originOf(one).roles.has(role) }),
  ),
  // The address of the sender names what proves who somebody is. `otp@a.example`
  ...features<CodeCase>({ 'sender.guard': (one) => originOf(one).isGuard }),
  // Addresses of the mail have words or pieces of this kind. `https://a.example/verify`
  ...Object.entries(ADDRESSES).flatMap(([name, pattern]) =>
    features<CodeCase>({ [`urls.${name}`]: (one) => pattern.test(originOf(one).urls) }),
  ),
  ...features<CodeCase>({
    // The address of a link has it. `https://a.example/orders/482913`
    'urls.value': (one) => originOf(one).urls.includes(one.raw.code.toLowerCase()),
    // The address of a link has it as a value. `https://a.example/?code=482913`
    'urls.query': (one) => originOf(one).urls.includes(`=${one.raw.code.toLowerCase()}`),
  }),
];
