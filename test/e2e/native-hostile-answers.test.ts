import { forms, useForm } from "./harness/programs";

useForm(forms.native);
require("./hostile-answers.test");
