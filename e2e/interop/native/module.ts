/** What test_native_script.py asks of the product. */
export { daskScriptOf, pythonScriptOf } from '../../../web/share/native/native-script';
export { parseResultFile } from '../../../web/links/parse-result';
export { checkPlan } from '../../../workers/registry/check-plan';
export { codecs } from '../../../workers/registry/metadata';
