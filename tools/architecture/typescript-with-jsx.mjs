import swc from '@swc/core';

const { parseFileSync } = swc;

/**
 * dependency-cruiser 17 asks swc to read every file as TypeScript without JSX, and its other parser needs
 * the API that TypeScript 7 no longer has. Loading this file before it lets swc read components too.
 */
swc.parseFileSync = /** @type {typeof parseFileSync} */ (
  (/** @type {string} */ file, /** @type {any} */ options) =>
    parseFileSync(file, { ...options, tsx: file.endsWith('.tsx') })
);
