const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const [firstStrongIsolate, popDirectionalIsolate] = ['\u2068', '\u2069'];

/** A name or another piece within a sentence, so that its direction does not turn the words around it. */
export const isolated = (piece: string): string =>
  rightToLeft.test(piece) ? `${firstStrongIsolate}${piece}${popDirectionalIsolate}` : piece;
