import fc from 'fast-check';

/**
 * A property that failed says by what: the runners' reports leave out the causes of errors. RUNS=10000 with
 * `--testTimeout 7200000` runs the model of two tabs (`web/src/app/chat/model`) as often by hand.
 */
fc.configureGlobal({ includeErrorInReport: true });
