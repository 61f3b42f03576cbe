import type { RestClient } from './rest-client.js';

/** A webhook as creating it answers. */
export interface Webhook {
  readonly id: string;
  readonly secret: string;
}

/** A delivery as lists show it. */
export interface Delivery {
  readonly id: string;
  readonly event_id: string;
  readonly event: string;
  readonly status: 'PENDING' | 'SUCCEEDED' | 'FAILED' | 'CANCELLED';
  readonly attempt_count: number;
  readonly next_attempt_at: string | null;
  readonly workflow_id: string | null;
  readonly attempts: readonly {
    readonly number: number;
    readonly started_at: string;
    readonly duration_ms: number | null;
    readonly response_status: number | null;
    readonly response_body: string | null;
    readonly error: string | null;
  }[];
}

/** Subscribes an address. */
export const subscribe = (client: RestClient, url: string, given: object = {}): Promise<Webhook> =>
  client.read<Webhook>('/v1/webhooks', { url, ...given });

/** The deliveries of a webhook, newest first. */
export const deliveriesOf = async (client: RestClient, { id }: Webhook): Promise<Delivery[]> =>
  (await client.read<{ data: Delivery[] }>(`/v1/webhooks/${id}/deliveries?limit=100`)).data;
