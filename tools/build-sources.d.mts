// Types of build-sources.mjs for the tests.
export const sources: { readonly server: readonly string[]; readonly portal: readonly string[] }
