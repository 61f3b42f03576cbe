import { activityInfo } from '@temporalio/activity';

/** The id of the run that asks for the activity. */
export const workflowId = (): string => activityInfo().workflowExecution?.workflowId ?? '';
