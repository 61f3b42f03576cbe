import type { Config } from '../config.js';
import type { Closers } from '../closers.js';
import { temporalOptions } from '../temporal/options.js';
import type { Foundation } from './foundation.js';
import type { Infrastructure } from './infrastructure.js';
import type { ProvidedSecrets, TemporalPart } from './provided-servers.js';
import type { ProcessServices } from './services.js';
import { publicAddress, type PublicAddress } from './public-address.js';
import { serviceSettings } from './settings.js';

/** Services, and what they work on. */
export interface Application {
  readonly infrastructure: Infrastructure;
  readonly services: ProcessServices;
  readonly secrets: ProvidedSecrets;
  readonly address: PublicAddress;
}

interface ApplicationOptions {
  readonly config: Config;
  readonly foundation: Foundation;
  readonly secrets: ProvidedSecrets;
  readonly temporal: TemporalPart | null;
}

/**
 * Opens the application, and adds it to `closers`, to be closed within `closeBy` milliseconds of a stop. Loaded
 * here alone: it takes as long to load as all that takes mail in.
 */
export async function openApplication(
  { config, foundation, secrets, temporal }: ApplicationOptions,
  closers: Closers,
  closeBy: number,
): Promise<Application> {
  const [{ openInfrastructure }, { createServices }] = await Promise.all([
    import('./infrastructure.js'),
    import('./services.js'),
  ]);
  const infrastructure = await openInfrastructure(foundation, {
    ...{ config, secrets },
    temporal: temporal && temporalOptions(config, temporal.address),
  });
  closers.add('infrastructure', closeBy, () => infrastructure.close());
  const address = publicAddress(config);
  const temporalUiUrl = temporal?.uiUrl ?? null;
  const settings = serviceSettings(config, { publicUrl: address.known, temporalUiUrl });
  const services = createServices(infrastructure, settings);
  closers.add('services', closeBy, (left) => services.close(left));
  return { infrastructure, services, secrets, address };
}
