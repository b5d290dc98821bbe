export const demoTown = {
  title: 'It is quiet here',
  text: 'Nobody has posted on this demo server yet. Load a small invented town to see what Dazi is like.',
  load: 'Load the demo town',
  loading: 'Loading the town',
  loaded_one: 'The demo town is here: {count} post',
  loaded_other: 'The demo town is here: {count} posts',
  failed: 'The demo town could not be loaded',
} as const;

export const demoTownErrors = {
  DEMO_TOWN_CLOSED: 'The demo town can only be loaded in demo mode',
  DEMO_TOWN_LOADED: 'There are posts already; the demo town needs an empty server',
} as const;
