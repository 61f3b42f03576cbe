import type { CodeFeature } from './code-feature.js';
import { flag } from '../model/feature.js';
import type { SenderRole } from '../topic/sender-role.js';
import { originOf } from './tree-case.js';

const ROLES: readonly SenderRole[] = [
  ...(['robot', 'notification', 'transactional', 'financial'] as const),
  ...(['newsletter', 'marketing', 'support'] as const),
];

const ofSender: readonly CodeFeature[] = [
  ...ROLES.map((role): CodeFeature => ({
    name: `sender.${role}`,
    says: `The address of the sender is of the kind ${role}.`,
    example: 'no-reply@a.example',
    of: (one) => flag(originOf(one).roles.has(role)),
  })),
  {
    name: 'sender.guard',
    says: 'The address of the sender names what proves who somebody is.',
    example: 'otp@a.example',
    of: (one) => flag(originOf(one).isGuard),
  },
];

const ADDRESSES = {
  proof: /verif|confirm|activ|auth|otp\b|2fa|mfa|device/,
  entry: /log-?in|sign-?in|\/in\b|account|security|profile/,
  reset: /reset|passw|pwd|recover|forgot/,
  deal: /order|track|invoice|bill|pay|book|reserv|shop|cart|parcel|receipt|ticket|delivery/,
  list: /unsub|optout|opt-out|preferences|newsletter|utm_/,
  token: /[?=/#](?=[a-z_-]{0,19}\d)[a-z0-9_-]{20}/,
} as const;

const ofAddresses: readonly CodeFeature[] = Object.entries(ADDRESSES).map(([name, pattern]) => ({
  name: `urls.${name}`,
  says: `Addresses of the mail have words or pieces of the kind ${name}.`,
  example: 'https://a.example/verify',
  of: (one) => flag(pattern.test(originOf(one).urls)),
}));

/** What the addresses of the sender and of links tell: they are spelled alike everywhere. */
export const ofOrigin: readonly CodeFeature[] = [...ofSender, ...ofAddresses];
