// Which page to show is in the address.

import { showDevice } from "./device.js";
import { showHome } from "./home.js";
import { showTable } from "./table.js";

const page = document.getElementById("page");
const [, place, name] = location.pathname.split("/");

if (place === "t") showTable(page, decodeURIComponent(name));
else if (place === "device") showDevice(page, decodeURIComponent(name));
else showHome(page);
