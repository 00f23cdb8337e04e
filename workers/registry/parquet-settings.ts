/** The settings of a Parquet file by column, for what writes them down: the recipe. */
export { settingsOf, type ParquetSettings } from '../formats/parquet/snippets/settings';
