import { registerHooks } from 'node:module'

// `node --import .../register.mjs dist/main/electron.js` runs the built Electron entry. Its imports of `electron`
// get the stand-in beside this file.
const standIn = new URL('./electron.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, nextResolve) =>
    specifier === 'electron' ? { url: standIn, shortCircuit: true } : nextResolve(specifier, context),
})
