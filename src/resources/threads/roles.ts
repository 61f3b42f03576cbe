/** What an agent does in a thread, the strongest first. */
export const AGENT_ROLES = ['OWNER', 'PARTICIPANT', 'OBSERVER'] as const;

/** One of them. */
export type AgentRole = (typeof AGENT_ROLES)[number];
