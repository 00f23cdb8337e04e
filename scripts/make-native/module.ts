/** The product’s functions that make-native.mjs uses. */
export { recipeWithin } from '../../web/published/claims/recipe';
export { nativeWorkloads, slowWorkloads } from '../../web/share/native/coverage';
export { pythonScriptOf } from '../../web/share/native/native-script';
export { datasetHashes } from '../../web/share/native/save-scripts';
export { parseResultFile } from '../../web/links/parse-result';
export { nativeComparisonFormat, nativeComparisonSchema } from '../../workers/model/native-comparison';
export { parseWithSchema } from '../../workers/model/parse';
export { claimsSchema } from '../../workers/model/claim';
export { publishedSourceSchema } from '../../workers/model/published';
