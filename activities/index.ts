import * as groups from './groups.js';

type Group = (typeof groups)[keyof typeof groups];
type AllOf<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** What activities are given: the services' parts that work in the background. */
export type ActivityServices = AllOf<Parameters<Group>[0]>;

/** Everything a workflow may call. */
export type Activities = AllOf<ReturnType<Group>>;

/** All activities, flat: the name of a function is the activity's name. */
export const createActivities = (services: ActivityServices): Activities =>
  Object.assign({}, ...Object.values(groups).map((group) => group(services))) as Activities;
