import { FirstTables1700000000001 } from './0001-first-tables.js';
import { LateOriginals1700000000002 } from './0002-late-originals.js';
import { Events1700000000003 } from './0003-events.js';
import { DurableWaits1700000000004 } from './0004-durable-waits.js';
import { Sending1700000000005 } from './0005-sending.js';
import { Threads1700000000006 } from './0006-threads.js';
import { Routing1700000000007 } from './0007-routing.js';
import { SmtpConfigs1700000000008 } from './0008-smtp-configs.js';
import { ContactLists1700000000009 } from './0009-contact-lists.js';
import { Suppressions1700000000010 } from './0010-suppressions.js';
import { Drafts1700000000011 } from './0011-drafts.js';
import { AwaitedReplies1700000000012 } from './0012-awaited-replies.js';
import { FanOuts1700000000013 } from './0013-fan-outs.js';
import { StsPolicies1700000000014 } from './0014-sts-policies.js';
import { Restores1700000000016 } from './0016-restores.js';
import { PendingMail1700000000017 } from './0017-pending-mail.js';
import { ListedBytes1700000000019 } from './0019-listed-bytes.js';
import { HandedOver1700000000020 } from './0020-handed-over.js';
import { SmtpConfigsTls1700000000021 } from './0021-smtp-configs-tls.js';
import { StorageUsage1700000000022 } from './0022-storage-usage.js';
import { RequestHashes1700000000023 } from './0023-request-hashes.js';
import { ToolSessions1700000000024 } from './0024-tool-sessions.js';

/** Every migration, oldest first. */
export const migrations = [
  FirstTables1700000000001,
  LateOriginals1700000000002,
  Events1700000000003,
  DurableWaits1700000000004,
  Sending1700000000005,
  Threads1700000000006,
  Routing1700000000007,
  SmtpConfigs1700000000008,
  ContactLists1700000000009,
  Suppressions1700000000010,
  Drafts1700000000011,
  AwaitedReplies1700000000012,
  FanOuts1700000000013,
  StsPolicies1700000000014,
  Restores1700000000016,
  PendingMail1700000000017,
  ListedBytes1700000000019,
  HandedOver1700000000020,
  SmtpConfigsTls1700000000021,
  StorageUsage1700000000022,
  RequestHashes1700000000023,
  ToolSessions1700000000024,
];
