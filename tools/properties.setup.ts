import fc from 'fast-check';

/** A property that failed says by what: the runners' reports leave out the causes of errors. */
fc.configureGlobal({ includeErrorInReport: true });
