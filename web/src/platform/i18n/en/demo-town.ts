export const demoTown = {
  title: 'It is quiet here',
  text: 'Nobody has posted on this demo server yet. Load a small invented town to see what Dazi is like.',
  load: 'Load the demo town',
  loading: 'Loading the town',
  loaded_one: 'The demo town is here: {count} post',
  loaded_other: 'The demo town is here: {count} posts',
  failed: 'The demo town could not be loaded',
} as const;
