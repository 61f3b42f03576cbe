import type { MailUpgrades, Upgraded } from '../src/store/mail/upgrade.js';

const UPGRADED_AT_ONCE = 500;

/** What runs may do with stored mail. Safe to run twice. */
export const emailActivities = ({ upgrades }: { readonly upgrades: MailUpgrades }) => ({
  /** Brings some mail of an earlier version up to date. */
  async upgradeStoredEmails(): Promise<Upgraded> {
    return upgrades.upgradeChunk(UPGRADED_AT_ONCE);
  },
});
